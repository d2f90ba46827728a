import { contentText, isObject } from '../fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** One value of a transcript, as far as every type of line says the same. Times are epoch milliseconds. */
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
  /** Of a subagent, whichever file it stands in. */
  readonly sidechain: boolean
  /** The host's own words to the model. */
  readonly meta: boolean
  /** The message's content: text, or a list of blocks. */
  readonly content: unknown
}

/** A line's value with its fields told apart; undefined of what is no object. */
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

/** A line's own id, which a fork repeats; undefined where it has none. */
export const lineUuid = (value: unknown): string | undefined => (isObject(value) ? textIn(value, 'uuid') : undefined)

/** A text that is there and not empty. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Milliseconds since the epoch; undefined of what is no time. */
export function timeOf(timestamp: unknown): number | undefined {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The blocks of a message's content. */
export const blocksOf = (content: unknown): readonly Fields[] =>
  Array.isArray(content) ? content.filter(isObject) : []

/** What a message says: its text, or that of its text blocks, a line each. */
export function wordsOf(content: unknown): string {
  if (!Array.isArray(content)) return contentText(content)
  return contentText(content.filter((block) => isObject(block) && block.type === 'text'))
}

/** A slash command. `typed`: as the person typed it. `local`: the client runs it by itself and asks the model nothing. */
export interface SlashCommand {
  readonly name: string
  readonly args: string
  readonly typed: string
  readonly local: boolean
}

const TAGS = /^\s*<command-(name|message)>/

/** The slash command that a line tells of: the client writes the name first of those that it runs itself. */
export function commandOf(text: string): SlashCommand | undefined {
  const first = TAGS.exec(text)?.[1]
  if (first === undefined) return undefined
  const name = within(text, 'command-name').replace(/^\//, '')
  const args = within(text, 'command-args')
  return { name, args, typed: args === '' ? `/${name}` : `/${name} ${args}`, local: first === 'name' }
}

function within(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>`)
  const to = text.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? '' : text.slice(from + tag.length + 2, to).trim()
}
