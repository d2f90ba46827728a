import { tokenize } from './tokens.js'
import { inline } from './inline.js'

const renderers = {
  heading: ({ level, text }) => wrap(`h${level}`, inline(text)),
  item: ({ text }) => wrap('li', inline(text)),
  paragraph,
  blank: () => '',
}

function paragraph({ text }) {
  return wrap('p', inline(text))
}

function wrap(tag, content) {
  return `<${tag}>${content}</${tag}>`
}

export function toHtml(source) {
  return [...tokenize(source)]
    .map((token) => renderers[token.type](token))
    .filter(Boolean)
    .join('\n')
}
