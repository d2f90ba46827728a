/** A part of a text, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** A script, style or comment of a page: its attributes, and what is between its tags. */
export interface PageElement {
  readonly name: 'script' | 'style' | 'comment'
  readonly attributes: string
  readonly content: TextSpan
}

/** A start tag that is longer is none that anybody wrote, in characters outside of quotes. */
const MOST_TAG = 4_000

/** The elements of a page whose content is no markup, in order. Linear in the text. */
export function pageElements(text: string): readonly PageElement[] {
  const found: PageElement[] = []
  const next = /<!--|<(?<name>script|style)(?=[\s/>])/gi
  for (let at = next.exec(text); at !== null; at = next.exec(text)) {
    const name = at.groups?.name?.toLowerCase() === 'style' ? 'style' : 'script'
    const begin = at.index + at[0].length
    if (at.groups?.name === undefined) {
      const last = orEnd(text.indexOf('-->', begin), text)
      found.push({ name: 'comment', attributes: '', content: { start: begin, end: last } })
      next.lastIndex = last
      continue
    }
    const close = tagEnd(text, begin)
    if (close === undefined) continue
    const end = name === 'script' ? /<\/script/gi : /<\/style/gi
    end.lastIndex = close
    const isEmpty = text[close - 2] === '/'
    const last = isEmpty ? close : orEnd(end.exec(text)?.index ?? -1, text)
    found.push({ name, attributes: text.slice(begin, close - 1), content: { start: close, end: last } })
    next.lastIndex = last
  }
  return found
}

const orEnd = (at: number, text: string): number => (at < 0 ? text.length : at)

/** Where a start tag is over; undefined if it is none. */
export function tagEnd(text: string, from: number): number | undefined {
  let outside = 0
  for (let at = from; at < text.length && outside < MOST_TAG; at++, outside++) {
    const unit = text[at] ?? ''
    if (unit === '>') return at + 1
    if (unit === '<') return undefined
    if (unit !== '"' && unit !== "'") continue
    at = text.indexOf(unit, at + 1)
    if (at < 0) return undefined
  }
  return undefined
}

/** The value of an attribute; undefined if there is none. */
export const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?(?=\\s|/|$)`, 'i').exec(
    attributes,
  )
  return found === null ? undefined : (found[1] ?? found[2] ?? found[3] ?? '')
}

const TYPE = /^(?:|module|(?:text|application)\/(?:java|ecma|type)script|text\/babel|ts|js)$/i
const LANG = /^(?:|[jt]sx?|typescript|javascript)$/i

/** Others hold data, templates or another language. */
export const isScript = ({ name, attributes }: PageElement): boolean =>
  name === 'script' && TYPE.test(attribute(attributes, 'type') ?? '') && LANG.test(attribute(attributes, 'lang') ?? '')

/** The text with blanks in place of all that is not in these parts, which are in its order; lines stay. */
export function onlyParts(text: string, spans: readonly TextSpan[]): string {
  let [kept, at] = ['', 0]
  for (const { start, end } of spans) {
    kept += blank(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return kept + blank(text.slice(at))
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')
