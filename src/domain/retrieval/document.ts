/**
 * A record of any kind as indexed for search. `type`: an observation's type, a prompt's origin, an event's tool or
 * name.
 */
export interface Document {
  readonly type: string
  readonly title: string
  readonly body: string
  readonly files: readonly string[]
}

const MAX_TITLE = 120

/** A text's first line, truncated to the length of a title. */
export const firstLine = (text: string): string => atMost(text.trimStart().split('\n', 1)[0] ?? '', MAX_TITLE)

/** A client's message as people read it: without its tags. A summary comes first, because the rest is mostly names. */
export function withoutTags(text: string): string {
  const summary = /<summary>([^<]*)<\/summary>/.exec(text)?.[1]?.trim()
  const lines = text.replace(/<\/?[a-z][\w-]*(?:\s[^<>]*)?>/gi, ' ').split('\n')
  const said = lines.map((line) => line.trim()).filter(Boolean)
  return [...(summary && said[0] !== summary ? [summary] : []), ...said].join('\n')
}

/** The title of an event known only by its name comes from its body: its first line of prose, which no path or table is. */
export function titleOf({ title, type, body }: Document): string {
  const said = title === type ? body.split('\n').find(isProse) : undefined
  return said === undefined ? title : `${title}: ${atMost(said.trim(), SAID_MAX)}`
}

const isProse = (line: string): boolean => /^(?!\s*(?:\/|\||```|[-*_=]{3,}\s*$))\s*\S/.test(line)

const SAID_MAX = 100

/** Cut after a word, unless that is far before the limit. */
const atMost = (text: string, most: number): string =>
  text.length <= most
    ? text.trimEnd()
    : `${text
        .slice(0, most - 1)
        .replace(/(?<=\s)\S{0,20}$/, '')
        .trimEnd()}…`
