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
export function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).trimEnd()}…`
}

/** The title of an event known only by its name comes from its body, since its file paths say nothing about it. */
export function titleOf({ title, type, body }: Document): string {
  const said = title === type ? body.split('\n').find((line) => line.trim() !== '' && !line.startsWith('/')) : undefined
  return said === undefined ? title : `${title}: ${said.trim().slice(0, SAID_MAX)}`
}

const SAID_MAX = 100
