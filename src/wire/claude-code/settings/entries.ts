/** How events reach Hindcast: by a request (SessionStart excepted), or by a process each where requests are barred. */
export type Transport = 'http' | 'command'

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

/** All our entries. `launcher` is an absolute path that ends in LAUNCHER_NAME (an extension is allowed). */
export function hookEntries(to: {
  readonly port: number
  readonly token: string
  readonly launcher: string
  readonly transport: Transport
  /** The client is from before `FULL_SINCE`. */
  readonly older?: boolean | undefined
}): readonly HookEntry[] {
  if (!isLauncher(to.launcher)) throw new TypeError(`the launcher must be a path to ${LAUNCHER_NAME}: ${to.launcher}`)
  if (to.older) return FIRST_EVENTS.map((event) => entry(event, shellLine(to.launcher, isEcho(event))))
  const process = (event: string) => command(to.launcher, isEcho(event))
  const request = (event: string) => post(to.port, to.token, isEcho(event))
  const other = to.transport === 'http' ? request : process
  return [
    { event: 'SessionStart', hook: process('SessionStart') },
    ...EVENTS.map((event) => entry(event, other(event))),
  ]
}

const entry = (event: string, hook: Hook): HookEntry =>
  event === 'PreToolUse' ? { event, matcher: BEFORE, hook } : { event, hook }

/**
 * The agent waits for a hook before a call as it does for one after it, and of both the model reads what was said beside the
 * result (measured on 2.1.330). So before a call only that is asked which can't wait: whose call of our own tools it is.
 */
const BEFORE = 'mcp__hindcast__.*'

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
const FIRST_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
] as const

/**
 * Not asked for: PostToolBatch (it repeats calls that came one by one, and the agent would wait for it at each), Setup (HTTP
 * hooks are skipped there), WorktreeCreate (a hook replaces the client's own making of the worktree) and MessageDisplay (a
 * call for every streamed message). SessionStart stands apart: it is always a command.
 */
const EVENTS = [
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
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
  'PostModelSwitch',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'WorktreeRemove',
  'SessionEnd',
] as const

/**
 * Where the client repeats an answer's text, even `{}`: into the instructions for the summary (measured on 2.1.330),
 * and in a line to the person. There, nothing to say is said by an empty body.
 */
const isEcho = (event: string): boolean => event === 'PreCompact' || event === 'PostCompact'

/** Half a second bounds what a hung daemon can cost an event. */
const post = (port: number, token: string, quiet: boolean): Hook => ({
  type: 'http',
  url: `${hookUrl(port)}${quiet ? '?quiet=1' : ''}`,
  headers: { Authorization: `Bearer ${token}`, [MARK]: '1' },
  timeout: 0.5,
})

/** `args` makes the client start the path itself, without a shell, so that no character in it needs quoting. */
const command = (path: string, quiet: boolean): Hook => ({
  type: 'command',
  command: path,
  args: ['hook', ...(quiet ? ['--quiet'] : [])],
  timeout: 5,
})

/** For clients that hand the whole line to a shell. */
const shellLine = (path: string, quiet: boolean): Hook => ({
  type: 'command',
  command: `'${path.replaceAll("'", "'\\''")}' hook${quiet ? ' --quiet' : ''}`,
  timeout: 5,
})

const SHELL_LINE = /^'(.*)' hook( --quiet)?$/

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
