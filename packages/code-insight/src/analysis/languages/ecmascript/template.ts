import { attribute, isScript, onlyParts, type PageElement, pageElements, type TextSpan, tagEnd } from './elements.ts'

/**
 * What may use names in a page, outside of its scripts: what stands in braces or `<% %>`, the names of elements, the values of
 * attributes that are not plain words such as `class`, and what is written in another language. All else is blank, and every
 * character keeps its place.
 */
export function templateUses(text: string): string {
  const elements = pageElements(text)
  const skipped = elements.map(({ content }) => content)
  const kept = [...spansOf(text, FOREIGN), ...elements.flatMap((element) => usesOfElement(text, element))]
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

/** Markup in another language, and what a server fills in. */
const FOREIGN = /<template\b[^<>]*\slang=(?!["']?html\b)[^<>]*>[\s\S]*?(?:<\/template|$)|<%[\s\S]*?(?:%>|$)/gi

/** A script in another language or a template as a whole unless it is data, and what a style binds. */
function usesOfElement(text: string, element: PageElement): readonly TextSpan[] {
  const { name, attributes, content } = element
  if (name === 'style')
    return spansOf(text.slice(content.start, content.end), /\bv-bind\([^)]*/g).map(({ start, end }) => ({
      start: content.start + start,
      end: content.start + end,
    }))
  const isData = name === 'comment' || isScript(element) || /json|importmap/i.test(attribute(attributes, 'type') ?? '')
  return isData ? [] : [content]
}

const spansOf = (text: string, part: RegExp): TextSpan[] =>
  Array.from(text.matchAll(part), ({ index, 0: { length } }) => ({ start: index, end: index + length }))

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
    PLAIN.test(key) && !/=\s*["']\s*javascript:/i.test(whole)
      ? []
      : [{ start: start + index, end: start + index + whole.length }],
  )
  return [{ start, end: start + name }, ...values.flat()]
}

/** An attribute whose name is a word is text, unless it is a handler's (`onclick`). */
const ATTRIBUTE = /([^\s"'=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')|[^\s"'=<>/]+/g
const PLAIN = /^(?!on)[a-z]+$/i
