export { width as measure } from './width.js'
import { width } from './width.js'

export default function wrap(text, limit) {
  const lines = ['']
  for (const word of text.split(' ')) {
    if (width(lines.at(-1) + word) > limit) lines.push('')
    lines[lines.length - 1] += `${word} `
  }
  return lines
}
