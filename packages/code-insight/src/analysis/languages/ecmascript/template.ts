import { onlyParts, pageElements, type TextSpan, tagEnd } from './elements.ts'

/**
 * What may use names in a page, outside of its scripts: what stands in braces, the names of elements, and the values of
 * attributes that are not plain words such as `class`. All else is blank, and every character keeps its place.
 */
export function templateUses(text: string, leading: readonly TextSpan[]): string {
  const skipped = [...leading, ...pageElements(text).map(({ content }) => content)]
  const kept: TextSpan[] = []
  let [skip, depth, opened] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const span = skipped[skip]
    if (span !== undefined && span.start <= at) {
      at = Math.max(at, span.end) - 1
      skip++
    } else if (text[at] === '{') {
      if (depth++ === 0) opened = at
    } else if (text[at] === '}' && depth > 0) {
      if (--depth === 0) kept.push({ start: opened, end: at + 1 })
    } else if (text[at] === '<' && /[A-Za-z]/.test(text[at + 1] ?? '')) kept.push(...usesOfTag(text, at))
  }
  // Of a brace that is never closed, nothing is denied
  if (depth > 0) kept.push({ start: opened, end: text.length })
  return onlyParts(text, merged(kept))
}

/** In order, those that overlap as one. */
function merged(spans: readonly TextSpan[]): readonly TextSpan[] {
  const found: { start: number; end: number }[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}

/** The element's name, and the values of attributes that hold code. */
function usesOfTag(text: string, start: number): readonly TextSpan[] {
  const tag = text.slice(start, tagEnd(text, start + 1) ?? start + 1)
  const name = /^<[\w.:-]+/.exec(tag)?.[0].length ?? 1
  const values = Array.from(tag.matchAll(ATTRIBUTE), ({ index, 0: whole, 1: key = '' }) =>
    PLAIN.test(key) ? [] : [{ start: start + index, end: start + index + whole.length }],
  )
  return [{ start, end: start + name }, ...values.flat()]
}

/** An attribute whose name is a word is text, unless it is a handler's (`onclick`). */
const ATTRIBUTE = /([^\s"'=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')|[^\s"'=<>/]+/g
const PLAIN = /^(?!on)[a-z]+$/i
