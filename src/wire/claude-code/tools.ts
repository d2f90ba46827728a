import * as z from 'zod'
import { canonicalJson } from '../../domain/identity.ts'
import type { Act, ActKind, Replacement, TaskChange, TaskState } from '../../domain/tool.ts'
import type { Answerable } from '../host.ts'
import { anything, contentText, flag, isObject, maybeText, number, objects, text } from './fields.ts'

/** What a tool call does; for an unlisted tool, or an input that is not an object, the input as text. */
export const toolAct = (tool: string, input: unknown): Act =>
  isObject(input) ? (codecOf(tool)?.decode(input) ?? other(input)) : other(input)

/**
 * A call's original input, changed to perform `wanted`; fields that the act does not model stay as they are. Undefined
 * if the tool cannot do it, if nothing changes, or if the replaced part contains a private passage.
 */
export function rewrittenFields({ tool = '', act, input }: Answerable, wanted: Act): Fields | undefined {
  const codec = codecOf(tool)
  if (act === undefined || !codec || !isObject(input)) return undefined
  const [next, seen, own] = [wanted, act, codec.decode(input)].map((each) => codec.encode(each, input))
  if (!next || !seen || !own || !isSameJson(codec.decode(next), wanted)) return undefined
  const isNew = (key: string) => !isSameJson(next[key], Object.hasOwn(input, key) ? own[key] : undefined)
  const changes: [string, unknown][] = []
  for (const key of new Set([...Object.keys(own), ...Object.keys(next)].filter(isNew))) {
    const isWhole = isSameJson(own[key], seen[key])
    if (!isWhole && !isSameJson(next[key], seen[key])) return undefined
    if (isWhole) changes.push([key, next[key]])
  }
  if (changes.length === 0) return undefined
  const fields = Object.entries({ ...input, ...Object.fromEntries(changes) })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

type Fields = Readonly<Record<string, unknown>>

const isSameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/**
 * The tools with calls of this kind, as a matcher's words. Derived from the table, by what each row makes of an empty
 * input. The kind `other` has no complete list.
 */
export const toolsOf = (kind: ActKind): readonly string[] =>
  kind === 'mcp' ? ['mcp__.*'] : Object.keys(tools).filter((tool) => toolAct(tool, {}).kind === kind)

const other = (input: unknown): Act => ({
  kind: 'other',
  text: typeof input === 'string' ? input : (JSON.stringify(input) ?? ''),
})

/** Converts a tool's input to an act, and an act back to fields of `input`; undefined if the tool cannot perform it. */
interface Codec {
  readonly decode: (input: Fields) => Act
  readonly encode: (act: Act, input: Fields) => Fields | undefined
}

type ActOf<K extends Act['kind']> = Extract<Act, { kind: K }>

function codec<K extends Act['kind'], S extends z.ZodType>(
  kind: K,
  fields: S,
  decode: (input: z.output<S>) => Omit<ActOf<K>, 'kind'>,
  encode: (act: ActOf<K>, input: Fields) => Fields | undefined = () => undefined,
): Codec {
  return {
    decode: (input) => ({ kind, ...decode(fields.parse(input)) }) as ActOf<K>,
    encode: (act, input) => (act.kind === kind ? encode(act as ActOf<K>, input) : undefined),
  }
}

function codecOf(tool: string): Codec | undefined {
  const [, server, method] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? []
  if (server !== undefined && method !== undefined) return mcp(server, method)
  return Object.hasOwn(tools, tool) ? tools[tool] : undefined
}

const mcp = (server: string, method: string): Codec => ({
  decode: (input) => ({ kind: 'mcp', server, method, text: JSON.stringify(input) }),
  encode: (act) => (act.kind === 'mcp' ? jsonFields(act.text) : undefined),
})

function jsonFields(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const replacement = z
  .object({ old_string: text, new_string: text })
  .transform(({ old_string, new_string }) => ({ old: old_string, new: new_string }))
const replacing = (change: Replacement | undefined) => ({ old_string: change?.old, new_string: change?.new })

const shell = codec(
  'shell',
  z.object({ command: text, description: maybeText, run_in_background: flag }),
  ({ command, description, run_in_background }) => ({
    command,
    ...(description ? { description } : {}),
    ...(run_in_background ? { background: true } : {}),
  }),
  ({ command, description, background }) => ({ command, description, run_in_background: background }),
)

const agent = codec(
  'agent',
  z.object({ subagent_type: text, description: text, prompt: text, name: maybeText }),
  ({ subagent_type, description, prompt, name }) => ({
    type: subagent_type,
    description,
    prompt,
    ...(name ? { name } : {}),
  }),
  ({ type, description, prompt, name }) => ({
    name,
    subagent_type: type || undefined,
    description: description || undefined,
    prompt: prompt || undefined,
  }),
)

const background = codec('other', z.object({ bash_id: text, shell_id: text, task_id: text }), (input) => ({
  text: input.task_id || input.shell_id || input.bash_id,
}))

const search = (over: 'content' | 'names') =>
  codec(
    'search',
    z.object({ pattern: text, path: maybeText }),
    ({ pattern, path }) => ({ pattern, ...(path ? { path } : {}), over }),
    ({ pattern, path }) => ({ pattern, path }),
  )

const states: Readonly<Record<string, TaskState>> = {
  pending: 'open',
  in_progress: 'active',
  completed: 'done',
  deleted: 'dropped',
}

/** The client's fields of a task. */
const taskChange = z
  .object({ subject: maybeText, owner: maybeText, status: maybeText })
  .transform(({ subject, owner, status }): TaskChange => {
    const state = status !== undefined && Object.hasOwn(states, status) ? states[status] : undefined
    return { ...(subject ? { title: subject } : {}), ...(owner ? { owner } : {}), ...(state ? { state } : {}) }
  })

/** Conversions for each tool, of this version and of versions found in older transcripts. */
const tools: Readonly<Record<string, Codec>> = {
  Bash: shell,
  PowerShell: shell,
  BashOutput: background,
  TaskOutput: background,
  KillShell: background,
  KillBash: background,
  TaskStop: background,
  Read: codec(
    'read',
    z.object({ file_path: text, offset: number, limit: number }),
    ({ file_path, offset, limit }) => ({
      path: file_path,
      ...(offset === undefined && limit === undefined
        ? {}
        : { range: { from: offset ?? 1, ...(limit ? { lines: limit } : {}) } }),
    }),
    ({ path, range }) => ({ file_path: path, offset: range?.from, limit: range?.lines }),
  ),
  Edit: codec(
    'edit',
    z.looseObject({ file_path: text }),
    ({ file_path, ...change }) => ({ path: file_path, changes: [replacement.parse(change)] }),
    ({ path, changes }) => ({ file_path: path, ...replacing(changes[0]) }),
  ),
  MultiEdit: codec(
    'edit',
    z.object({ file_path: text, edits: objects }),
    ({ file_path, edits }) => ({ path: file_path, changes: edits.map((edit) => replacement.parse(edit)) }),
    ({ path, changes }, input) => {
      const edits = objects.parse(input.edits)
      // It is impossible to tell which replacement the extra fields belong to
      if (edits.length !== changes.length) return undefined
      return { file_path: path, edits: edits.map((edit, n) => ({ ...edit, ...replacing(changes[n]) })) }
    },
  ),
  Write: codec(
    'write',
    z.object({ file_path: text, content: text }),
    ({ file_path, content }) => ({ path: file_path, text: content }),
    ({ path, text }) => ({ file_path: path, content: text }),
  ),
  NotebookEdit: codec(
    'edit',
    z.object({ notebook_path: text, new_source: text }),
    ({ notebook_path, new_source }) => ({ path: notebook_path, changes: [{ old: '', new: new_source }] }),
    ({ path, changes }) => ({ notebook_path: path, new_source: changes[0]?.new }),
  ),
  Grep: search('content'),
  Glob: search('names'),
  LS: codec(
    'search',
    z.object({ path: maybeText }),
    ({ path }) => ({ pattern: '*', ...(path ? { path } : {}), over: 'names' as const }),
    ({ path }) => ({ path }),
  ),
  Agent: agent,
  Task: agent,
  WebFetch: codec(
    'web',
    z.object({ url: text }),
    ({ url }) => ({ target: url }),
    ({ target }) => ({ url: target }),
  ),
  WebSearch: codec(
    'web',
    z.object({ query: text }),
    ({ query }) => ({ target: query }),
    ({ target }) => ({ query: target }),
  ),
  ExitPlanMode: codec('other', z.object({ plan: text }), ({ plan }) => ({ text: plan, puts: 'plan' as const })),
  AskUserQuestion: codec('other', z.object({ questions: objects }), ({ questions }) => ({
    text: questions.map(({ question }) => text.parse(question)).join('\n'),
    puts: 'question' as const,
  })),
  TodoWrite: codec('other', z.object({ todos: objects }), ({ todos }) => ({
    text: todos.map(({ status, content }) => `${status}: ${content}`).join('\n'),
    tasks: todos.map((todo) => taskChange.parse({ subject: todo.content, status: todo.status })),
  })),
  TaskCreate: codec('other', z.looseObject({ subject: text, description: text }), (input) => ({
    text: [input.subject, input.description].filter(Boolean).join('\n'),
    tasks: [{ state: 'open' as const, ...taskChange.parse({ ...input, status: undefined }) }],
  })),
  TaskUpdate: codec('other', z.looseObject({ taskId: text, status: text, owner: text, subject: text }), (input) => ({
    text: [`task ${input.taskId}`, input.status, input.owner, input.subject].filter(Boolean).join(': '),
    tasks: [{ ...taskChange.parse(input), id: input.taskId }],
  })),
  SendMessage: codec('other', z.object({ to: text, summary: text, message: anything }), (input) => ({
    text: [input.summary, contentText(input.message)].filter(Boolean).join('\n'),
    ...(input.to ? { to: input.to } : {}),
  })),
  Skill: codec('other', z.object({ skill: text, command: text, args: text }), ({ skill, command, args }) => ({
    text: `${skill || command} ${args}`.trim(),
  })),
}
