import { contentText, isObject } from '../fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** One value of a transcript: the fields common to all types of line. Times are epoch milliseconds. */
export interface Line {
  readonly type: string
  readonly fields: Fields
  readonly uuid: string | undefined
  readonly parent: string | undefined
  readonly at: number | undefined
  readonly session: string | undefined
  readonly promptId: string | undefined
  readonly cwd: string | undefined
  readonly agent: string | undefined
  /** From a subagent, whichever file it is in. */
  readonly sidechain: boolean
  /** The host's own message to the model. */
  readonly meta: boolean
  /** The message's content: text, or a list of blocks. */
  readonly content: unknown
}

/** Parses a line's fields; undefined if the value is not an object. */
export function readLine(value: unknown): Line | undefined {
  if (!isObject(value)) return undefined
  return {
    type: textIn(value, 'type') ?? '',
    fields: value,
    uuid: lineUuid(value),
    parent: textIn(value, 'parentUuid'),
    at: timeOf(value.timestamp),
    session: textIn(value, 'sessionId'),
    promptId: textIn(value, 'promptId'),
    cwd: textIn(value, 'cwd'),
    agent: textIn(value, 'agentId'),
    sidechain: value.isSidechain === true,
    meta: value.isMeta === true,
    content: isObject(value.message) ? value.message.content : undefined,
  }
}

/** A line's own id, which a fork repeats; undefined if it has none. */
export const lineUuid = (value: unknown): string | undefined => (isObject(value) ? textIn(value, 'uuid') : undefined)

/** A text field, if present and not empty. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Milliseconds since the epoch; undefined if it is not a time. */
export function timeOf(timestamp: unknown): number | undefined {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The blocks of a message's content. */
export const blocksOf = (content: unknown): readonly Fields[] =>
  Array.isArray(content) ? content.filter(isObject) : []

/** A message's text: plain, or from its text blocks, one per line. */
export function contentWords(content: unknown): string {
  if (!Array.isArray(content)) return contentText(content)
  return contentText(content.filter((block) => isObject(block) && block.type === 'text'))
}

/** A slash command. `typed`: as the person typed it. `local`: handled by the client without asking the model. */
export interface SlashCommand {
  readonly name: string
  readonly args: string
  readonly typed: string
  readonly local: boolean
}

const TAGS = /^\s*<command-(name|message)>/

/** The slash command recorded on a line: for commands that it handles itself, the client writes the name first. */
export function slashCommand(text: string): SlashCommand | undefined {
  const first = TAGS.exec(text)?.[1]
  if (first === undefined) return undefined
  const name = tagContent(text, 'command-name').replace(/^\//, '')
  const args = tagContent(text, 'command-args')
  return { name, args, typed: args === '' ? `/${name}` : `/${name} ${args}`, local: first === 'name' }
}

function tagContent(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>`)
  const to = text.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? '' : text.slice(from + tag.length + 2, to).trim()
}
