import { type Clean, disjoint, type SecretRange } from './clean.ts'
import { privateSpans } from './tags.ts'
import { wellFormed } from './well-formed.ts'

const MASK = 'redacted'

/**
 * `text` with a mask over each range, of the same length and with the same line breaks, so that offsets and lines stay
 * right and a parser still reads it. A mask reads as a name. Within a range that goes over quotes or lines, only letters
 * and digits are masked.
 */
export function maskSecrets(text: string, ranges: readonly SecretRange[]): Clean {
  const source = wellFormed(text)
  if (ranges.length === 0) return source as Clean
  const kept: string[] = []
  let from = 0
  for (const { start, end } of disjoint(source, ranges)) {
    const secret = source.slice(start, end)
    const isOfParts = /["'`\r\n\u2028\u2029]/.test(secret)
    kept.push(source.slice(from, start), isOfParts ? secret.replace(/[\p{L}\p{N}_]+/gu, maskOf) : maskOf(secret))
    from = end
  }
  return (kept.join('') + source.slice(from)) as Clean
}

const maskOf = (secret: string): string => MASK.slice(0, secret.length).padEnd(secret.length, '_')

/** `text` with blanks in place of its private passages: of the same length, with the same line breaks. */
export function blankPrivate(text: string): string {
  const kept: string[] = []
  let from = 0
  for (const [start, end] of privateSpans(text)) {
    kept.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n\u2028\u2029]/g, ' '))
    from = end
  }
  return from === 0 && kept.length === 0 ? text : kept.join('') + text.slice(from)
}
