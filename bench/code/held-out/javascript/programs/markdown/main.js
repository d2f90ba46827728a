import { toHtml } from './markdown.js'

const source = ['# Title', 'Some *text*.', '- one', '- two', ''].join('\n')
console.log(toHtml(source))
