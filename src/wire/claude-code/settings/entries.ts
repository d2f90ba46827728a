import { type Part, type ReplyKind, WAIT_MS } from '../../../domain/behaviour.ts'
import type { EventName } from '../../../domain/events.ts'
import { mergedWanted, type Wanted, type WantedAct } from '../../../domain/subscriptions.ts'
import type { ActKind } from '../../../domain/tool.ts'
import type { Transport } from '../../host-connection.ts'
import { toolsOf } from '../tools.ts'

/** A hook in the format of the client's settings. */
export type Hook =
  | { readonly type: 'http'; readonly url: string; readonly headers: Record<string, string>; readonly timeout: number }
  | { readonly type: 'command'; readonly command: string; readonly args?: readonly string[]; readonly timeout: number }

/** One of Hindcast's hooks: its event, and its tools if not all. An event may have several. */
export interface HookEntry {
  readonly event: string
  readonly matcher?: string
  readonly hook: Hook
}

/**
 * The launcher's file name. A command hook has no headers, so this is how an older entry of Hindcast's is recognised.
 */
export const LAUNCHER_NAME = 'hindcast-run'

/**
 * All of Hindcast's hook entries for what is `wanted`. `launcher`: an absolute path that ends in LAUNCHER_NAME (an
 * extension is allowed).
 */
export function hookEntries(to: {
  readonly port: number
  readonly token: string
  readonly launcher: string
  readonly transport: Transport
  readonly wanted: readonly Wanted[]
  /** The client is older than `FULL_SINCE`. */
  readonly older?: boolean | undefined
}): readonly HookEntry[] {
  if (!isLauncher(to.launcher)) throw new TypeError(`the launcher must be a path to ${LAUNCHER_NAME}: ${to.launcher}`)
  const known = to.older ? FIRST_EVENTS : EVENTS
  const entries = mergedWanted([STARTS, ...to.wanted.filter(isAsked)]).filter(({ event }) => known.includes(event))
  const inOrder = entries.toSorted((a, b) => known.indexOf(a.event) - known.indexOf(b.event))
  return inOrder.map(({ event, part, acts }) => {
    const asked = { isQuiet: isEcho(event), isSlow: part === 'slow' }
    const matcher = matcherOf(acts)
    return { event, ...(matcher !== undefined && { matcher }), hook: hookFor(event, asked, to) }
  })
}

/** Always requested: the client reports each session start, so that the daemon can be started. */
const STARTS: Wanted = { event: 'SessionStart', part: 'fast' }

/** Whether a wanted event needs a hook with this client. */
export const isAsked = (wanted: Wanted): boolean => EVENTS.includes(wanted.event) && !isToldAfter(wanted)

/**
 * The agent waits for a hook before a call as it does for one after it, and in both cases the model reads the context
 * next to the result (measured on 2.1.330). So a reaction that only adds context gets a hook after the call, not
 * before.
 */
const isToldAfter = ({ event, answers }: Wanted): boolean =>
  event === 'PreToolUse' && answers !== undefined && answers.length > 0 && answers.every((kind) => TELLS.has(kind))

const TELLS: ReadonlySet<ReplyKind> = new Set(['context', 'note'])

/**
 * The tools whose calls have one of these acts; undefined for any. Patterns are anchored to whole names, and lists of
 * names match whole names anyway.
 */
export function matcherOf(acts: readonly WantedAct[] | undefined): string | undefined {
  if (acts === undefined) return undefined
  const kinds = acts.includes('search') ? [...acts, 'shell' as const] : acts
  const named = (wanted: boolean) =>
    [...NAMED].flatMap((kind) => (kinds.includes(kind) === wanted ? toolsOf(kind) : []))
  if (kinds.includes('other')) {
    const unwanted = named(false)
    return unwanted.length === 0 ? undefined : `^(?!(${unwanted.join('|')})$).*`
  }
  const tools = [...named(true), ...(kinds.includes('own') && !kinds.includes('mcp') ? [OWN_TOOLS] : [])]
  const list = tools.join('|')
  return tools.length === 1 || /^[\w|]+$/.test(list) ? list : `^(${list})$`
}

/** Kinds of acts that can be recognised by tool name. */
const NAMED: readonly ActKind[] = ['shell', 'read', 'edit', 'write', 'search', 'agent', 'web', 'mcp']

const OWN_TOOLS = 'mcp__hindcast__.*'

interface Asked {
  readonly isQuiet: boolean
  readonly isSlow: boolean
}

/**
 * Events that only a process may answer. While the client starts, it skips HTTP hooks. And where an answer can allow a call
 * or change what it does, the client would obey whoever holds the port; the launcher obeys only a listener of this user.
 */
const PROCESSES: ReadonlySet<string> = new Set<EventName>([
  ...(['SessionStart', 'Setup'] as const),
  ...(['PreToolUse', 'PermissionRequest', 'Elicitation', 'ElicitationResult'] as const),
])

function hookFor(event: string, asked: Asked, to: Parameters<typeof hookEntries>[0]): Hook {
  if (to.older) return shellLine(to.launcher, asked)
  const isProcess = to.transport === 'command' || PROCESSES.has(event)
  return isProcess ? command(to.launcher, asked) : httpHook(to.port, to.token, asked)
}

/** The URL for HTTP hooks. */
export const hookUrl = (port: number): string => `http://127.0.0.1:${port}/hook`

/** Recognises Hindcast's own entries, whatever their version, port and path. */
export function isOurHook(hook: unknown): boolean {
  const { type, url, headers, command: path, args } = (hook ?? {}) as Record<string, unknown>
  if (type === 'http') return typeof url === 'string' && OUR_URL.test(url) && hasMark(headers)
  if (type !== 'command' || typeof path !== 'string') return false
  if (Array.isArray(args)) return isLauncher(path) && args[0] === 'hook'
  const quoted = SHELL_LINE.exec(path)?.[1]
  return quoted !== undefined && isLauncher(quoted)
}

const OUR_URL = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/hook(\?.*)?$/
const MARK = 'X-Hindcast'

/**
 * The first release that accepts all of Hindcast's entries (measured: 2.1.152, 2.1.240, 2.1.330). Releases that do not
 * skip unknown events ignore the whole settings file because of them (2.0.20, 2.1.50). HTTP hooks were added in 2.1.63,
 * a command's `args` in 2.1.139.
 */
export const FULL_SINCE = '2.1.152'

/** The events known to every release with hooks. */
const FIRST_EVENTS: readonly EventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
]

/**
 * The events that the client can be asked for. Excluded: WorktreeCreate (a hook replaces the client's own creation of
 * the worktree) and MessageDisplay (called for every streamed message).
 */
const EVENTS: readonly EventName[] = [
  'SessionStart',
  'Setup',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionDenied',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'PreCompact',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'WorktreeRemove',
  'SessionEnd',
]

/**
 * Events at which the client repeats an answer's text, even `{}`: in the instructions for the summary (measured on
 * 2.1.330), and in a line for the person. There, an empty body means no answer.
 */
const isEcho = (event: string): boolean => event === 'PreCompact' || event === 'PostCompact'

const httpHook = (port: number, token: string, { isQuiet, isSlow }: Asked): Hook => ({
  type: 'http',
  url: `${hookUrl(port)}${isSlow ? '?part=slow' : isQuiet ? '?quiet=1' : ''}`,
  headers: { Authorization: `Bearer ${token}`, [MARK]: '1' },
  timeout: secondsOf(isSlow ? 'slow' : 'fast'),
})

const secondsOf = (part: Part): number => WAIT_MS[part] / 1_000

/** The launcher limits itself; this ends only a launcher that cannot run. */
const COMMAND_SECONDS = 10

/** The launcher's arguments. An event with a slow part is never echoed, so no call is both. */
const hookWords = ({ isQuiet, isSlow }: Asked): readonly string[] => [
  'hook',
  ...(isSlow ? ['--slow'] : isQuiet ? ['--quiet'] : []),
]

/** With `args`, the client starts the path itself, without a shell, so nothing in it needs quoting. */
const command = (path: string, asked: Asked): Hook => ({
  type: 'command',
  command: path,
  args: hookWords(asked),
  timeout: asked.isSlow ? secondsOf('slow') : COMMAND_SECONDS,
})

/** For clients that pass the whole line to a shell. */
const shellLine = (path: string, asked: Asked): Hook => ({
  type: 'command',
  command: `'${path.replaceAll("'", "'\\''")}' ${hookWords(asked).join(' ')}`,
  timeout: asked.isSlow ? secondsOf('slow') : COMMAND_SECONDS,
})

const SHELL_LINE = /^'(.*)' hook( --quiet| --slow)?$/

/** Whether a path is Hindcast's launcher, wherever it is installed. */
export const isLauncher = (path: string): boolean =>
  path
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[a-z]+$/, '') === LAUNCHER_NAME && /[/\\]/.test(path)

const hasMark = (headers: unknown): boolean =>
  Object.entries((headers ?? {}) as Record<string, unknown>).some(
    ([name, value]) => name.toLowerCase() === MARK.toLowerCase() && value === '1',
  )
