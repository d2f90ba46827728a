import { oneLine } from '@hindcast/text/phrases.ts'
import { visible } from '../quote.ts'

/** Escapes untrusted text as one line of Markdown: no markup, link, tag or control character in it takes effect. */
export const inline = (text: string): string =>
  visibleLine(text)
    .replace(/[\\`*_{}[\]<>()#|~!&$^=]/g, '\\$&')
    .replace(/:(?=\/\/)|@|(?<=\bwww)\.|^(?:[-+]|\d+[.)](?=\s))/gi, '\\$&')

/** Text as inline code. */
export function code(text: string): string {
  const plain = visibleLine(text)
  const ticks = '`'.repeat(longestRun(plain) + 1)
  return plain === '' ? '' : `${ticks}${/^`|`$/.test(plain) ? ` ${plain} ` : plain}${ticks}`
}

/** Text as a fenced block, with a fence longer than any inside it. */
export function block(text: string): string {
  const plain = visible(text)
  const fence = '`'.repeat(Math.max(3, longestRun(plain) + 1))
  return `${fence}text\n${plain}\n${fence}`
}

/** A YAML scalar that parses back to this text. */
export const scalar = (value: string | number): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(visibleLine(value))

/** A file-name part that is safe on every system: letters, digits and single hyphens; may be empty. */
export const slug = (text: string, max = 40): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')

const visibleLine = (text: string): string => oneLine(visible(text))

const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0)
