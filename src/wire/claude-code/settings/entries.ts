import type { ReplyKind } from '../../../domain/behaviour.ts'
import type { EventName } from '../../../domain/events.ts'
import { merged, type Wanted, type WantedAct } from '../../../domain/subscriptions.ts'
import type { ActKind } from '../../../domain/tool.ts'
import type { Transport } from '../../host-connection.ts'
import { toolsOf } from '../tools.ts'

/** A hook as the client's settings spell it. */
export type Hook =
  | { readonly type: 'http'; readonly url: string; readonly headers: Record<string, string>; readonly timeout: number }
  | { readonly type: 'command'; readonly command: string; readonly args?: readonly string[]; readonly timeout: number }

/** One hook of ours: the event it answers, and which tools if not all. An event may have several. */
export interface HookEntry {
  readonly event: string
  readonly matcher?: string
  readonly hook: Hook
}

/** The launcher's file name: a command hook bears no header, so this is how an older entry of ours is known. */
export const LAUNCHER_NAME = 'hindcast-run'

/** All our entries: what is `wanted` of the client. `launcher` is an absolute path that ends in LAUNCHER_NAME (an extension is allowed). */
export function hookEntries(to: {
  readonly port: number
  readonly token: string
  readonly launcher: string
  readonly transport: Transport
  readonly wanted: readonly Wanted[]
  /** The client is from before `FULL_SINCE`. */
  readonly older?: boolean | undefined
}): readonly HookEntry[] {
  if (!isLauncher(to.launcher)) throw new TypeError(`the launcher must be a path to ${LAUNCHER_NAME}: ${to.launcher}`)
  const known = to.older ? FIRST_EVENTS : EVENTS
  const entries = merged([STARTS, ...to.wanted.filter(isAsked)]).filter(({ event }) => known.includes(event))
  const inOrder = entries.toSorted((a, b) => known.indexOf(a.event) - known.indexOf(b.event))
  return inOrder.map(({ event, part, acts }) => {
    const asked = { isQuiet: isEcho(event), isSlow: part === 'slow' }
    const matcher = matcherOf(acts)
    return { event, ...(matcher !== undefined && { matcher }), hook: hookFor(event, asked, to) }
  })
}

/** The client says of each session that it starts, whatever is wanted: so that the daemon is there. */
const STARTS: Wanted = { event: 'SessionStart', part: 'fast' }

/** Whether something that is wanted is worth a hook here. */
export const isAsked = (wanted: Wanted): boolean => EVENTS.includes(wanted.event) && !isToldAfter(wanted)

/**
 * The agent waits for a hook before a call as it does for one after it, and of both the model reads what was said beside the
 * result (measured on 2.1.330). So what only tells something is asked for after the call alone.
 */
const isToldAfter = ({ event, answers }: Wanted): boolean =>
  event === 'PreToolUse' && answers !== undefined && answers.length > 0 && answers.every((kind) => TELLS.has(kind))

const TELLS: ReadonlySet<ReplyKind> = new Set(['context', 'note'])

/** The tools whose calls have one of the acts; undefined for any. A pattern is held to whole names, a list of names is so anyway. */
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

/** Kinds of acts that belong to tools by their names. */
const NAMED: readonly ActKind[] = ['shell', 'read', 'edit', 'write', 'search', 'agent', 'web', 'mcp']

const OWN_TOOLS = 'mcp__hindcast__.*'

interface Asked {
  readonly isQuiet: boolean
  readonly isSlow: boolean
}

/** Requests are skipped at the client's start. */
function hookFor(event: string, asked: Asked, to: Parameters<typeof hookEntries>[0]): Hook {
  if (to.older) return shellLine(to.launcher, asked)
  const isProcess = to.transport === 'command' || event === 'SessionStart' || event === 'Setup'
  return isProcess ? command(to.launcher, asked) : post(to.port, to.token, asked)
}

/** Where HTTP hooks are sent. */
export const hookUrl = (port: number): string => `http://127.0.0.1:${port}/hook`

/** Knows an entry of ours, of any version, port and place, from a foreign one. */
export function isOurs(hook: unknown): boolean {
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
 * The first release that was seen to take all of our entries (measured: 2.1.152, 2.1.240, 2.1.330). One from before events
 * that it does not know were skipped ignores the whole settings file for their sake (2.0.20, 2.1.50). Requests came with
 * 2.1.63, a command's `args` with 2.1.139.
 */
export const FULL_SINCE = '2.1.152'

/** What every release with hooks knows. */
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
 * What the client can be asked for. Not among them: WorktreeCreate (a hook replaces the client's own making of the worktree)
 * and MessageDisplay (a call for every streamed message).
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
 * Where the client repeats an answer's text, even `{}`: into the instructions for the summary (measured on 2.1.330),
 * and in a line to the person. There, nothing to say is said by an empty body.
 */
const isEcho = (event: string): boolean => event === 'PreCompact' || event === 'PostCompact'

/** Half a second bounds what a hung daemon can cost an event; the slow part takes as long as a compiler may. */
const post = (port: number, token: string, { isQuiet, isSlow }: Asked): Hook => ({
  type: 'http',
  url: `${hookUrl(port)}${isSlow ? '?part=slow' : isQuiet ? '?quiet=1' : ''}`,
  headers: { Authorization: `Bearer ${token}`, [MARK]: '1' },
  timeout: isSlow ? SLOW_SECONDS : 0.5,
})

const SLOW_SECONDS = 12

/** How the launcher is told. What may have a slow part is echoed nowhere, so that no call is both. */
const wordsOf = ({ isQuiet, isSlow }: Asked): readonly string[] => [
  'hook',
  ...(isSlow ? ['--slow'] : isQuiet ? ['--quiet'] : []),
]

/** `args` makes the client start the path itself, without a shell, so that no character in it needs quoting. */
const command = (path: string, asked: Asked): Hook => ({
  type: 'command',
  command: path,
  args: wordsOf(asked),
  timeout: asked.isSlow ? SLOW_SECONDS : 5,
})

/** For clients that hand the whole line to a shell. */
const shellLine = (path: string, asked: Asked): Hook => ({
  type: 'command',
  command: `'${path.replaceAll("'", "'\\''")}' ${wordsOf(asked).join(' ')}`,
  timeout: asked.isSlow ? SLOW_SECONDS : 5,
})

const SHELL_LINE = /^'(.*)' hook( --quiet| --slow)?$/

/** Whether a path is our launcher's, wherever it stands. */
export const isLauncher = (path: string): boolean =>
  path
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[a-z]+$/, '') === LAUNCHER_NAME && /[/\\]/.test(path)

const hasMark = (headers: unknown): boolean =>
  Object.entries((headers ?? {}) as Record<string, unknown>).some(
    ([name, value]) => name.toLowerCase() === MARK.toLowerCase() && value === '1',
  )
