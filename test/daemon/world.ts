import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentText } from '../../src/config/environment.ts'
import { type Endpoint, endpointOf, environmentFile, isAlive, type Reply } from '../../src/hook/daemon-process.ts'
import { atTerminal } from '../at-terminal.ts'

/** The built product. */
export const dist = join(import.meta.dirname, '../../dist')
export const { version } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as { version: string }

/** V8's code cache of the programs, shared by all worlds of all runs: compiling takes a third of a daemon's start. */
const COMPILED = join(dist, '../.cache/compiled')

/** Semantic search is off where a project of tests says so (vitest.config.ts), and `more` does not say otherwise. */
const EMBEDDER: Record<string, string> = process.env.HINDCAST_EMBEDDER_ENABLED
  ? { HINDCAST_EMBEDDER_ENABLED: process.env.HINDCAST_EMBEDDER_ENABLED }
  : {}

/** As they are when this is loaded: a command line that runs in this process has a world's environment meanwhile. */
const [TEMPORARY, PROGRAMS] = [tmpdir(), process.env.PATH ?? '']

/** How long a busy machine may take for anything; whatever hangs is killed after it. */
const LONG_MS = 300_000

/** How a program ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * One person's machine: a fresh HOME and HINDCAST_HOME, and the built product. `remove` ends everything running in it.
 */
export function makeWorld(more: Record<string, string> = {}, names = { user: 'user', home: 'home' }) {
  const root = mkdtempSync(join(TEMPORARY, 'hindcast-world-'))
  const home = join(root, names.home)
  const user = join(root, names.user)
  const project = join(root, 'project')
  for (const dir of [user, project]) mkdirSync(dir)
  const env: Record<string, string> = {
    PATH: PROGRAMS,
    HOME: user,
    TMPDIR: root,
    HINDCAST_HOME: home,
    HINDCAST_PORT: '0',
    HINDCAST_PATIENCE: '10',
    HINDCAST_RECALL_WITHHOLD: '0',
    ...EMBEDDER,
    ...more,
  }
  const launcher = join(home, 'app', version, 'hindcast-run')
  const run = (
    program: string,
    words: readonly string[],
    input?: string | Buffer,
    extra: Record<string, string> = {},
  ) => ended(program, words, { cwd: project, env: { ...env, ...extra } }, input)
  const endpoint = (): Endpoint => endpointOf(home) ?? raise('no daemon.json')
  const shareCompiled = (): void => {
    for (const folder of [COMPILED, home]) mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(join(home, 'cache'))) symlinkSync(COMPILED, join(home, 'cache'))
  }
  const prepare = (): void => {
    shareCompiled()
    mkdirSync(join(user, '.claude/projects'), { recursive: true })
  }
  return {
    root,
    home,
    user,
    project,
    env,
    launcher,
    run,
    endpoint,
    /** For a cheap `up`: shares compiled code, and has a client, since without one a sample session takes another daemon. */
    prepare,
    hindcast: (...words: string[]) => run(process.execPath, [join(dist, 'cli.js'), ...words]),
    /** The same as a person does it, in a terminal. */
    atTerminal: (...words: string[]) =>
      atTerminal([process.execPath, join(dist, 'cli.js'), ...words], { cwd: project, env }),
    /** Starts a program whose streams stay open. */
    open: (program: string, words: readonly string[]): ChildProcess => spawn(program, words, { cwd: project, env }),
    /** As the command line does it, in this process, which takes a fraction of the time. */
    up: async (...more: string[]): Promise<Endpoint> => {
      const flags = more.length > 0 ? more : ['--no-connect']
      prepare()
      const { commandLine } = await import('../cli/command-line.ts')
      const { code, stderr } = await commandLine({ project, env }, 'up', ...flags)
      return code === 0 ? endpoint() : raise(stderr)
    },
    /** The same by the built program, for tests that run beside each other in one process. */
    upBuilt: async (...flags: string[]): Promise<Endpoint> => {
      prepare()
      const { code, stderr } = await run(process.execPath, [join(dist, 'cli.js'), 'up', ...flags])
      return code === 0 ? endpoint() : raise(stderr)
    },
    /** Starts only the daemon: faster than `up`, and without a launcher. */
    start: async (): Promise<Endpoint> => {
      shareCompiled()
      writeFileSync(environmentFile(home), environmentText(env), { mode: 0o600 })
      const { pid } = spawn(process.execPath, [join(dist, 'daemon.js')], { cwd: root, env, stdio: 'ignore' })
      const isListening = (known?: Endpoint) => known?.pid === pid || isAlive(known, LONG_MS)
      await until('the daemon listens', () => isListening(endpointOf(home)))
      return endpoint()
    },
    /** As a client posts: a program of ours would first read the system's table of sockets, which takes milliseconds. */
    post: (path: string, body: string, headers: Record<string, string> = {}) => send(endpoint(), path, body, headers),
    api: async (verb: string, input: object = {}) => {
      const { body } = await send(endpoint(), `/api/${verb}`, JSON.stringify(input), {})
      return JSON.parse(body)
    },
    /** The lines of the daemon's log. */
    log: (): string[] => {
      const dir = join(home, 'logs')
      const files = readdirSync(dir).filter((name) => name.endsWith('.log'))
      return files.flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n').filter(Boolean))
    },
    /** Ids of the daemons running in this home. */
    daemons: () =>
      processesOf(home)
        .filter(({ command }) => command.includes('daemon.js'))
        .map(({ pid }) => pid),
    /** Ids of the processes that read transcripts for this home's daemon. */
    importers: () =>
      processesOf(home)
        .filter(({ command }) => command.includes('importer.js'))
        .map(({ pid }) => pid),
    /** Ids of all processes that were started for this home. */
    processes: () => processesOf(home).map(({ pid }) => pid),
    /** Kills them all, also those that they start meanwhile. */
    killAll: () =>
      until('all processes are dead', () => {
        const left = processesOf(home)
        for (const { pid } of left) kill(pid)
        return left.length === 0
      }),
    isAlive: () => isAlive(endpointOf(home), LONG_MS),
    remove: () => {
      for (const { pid } of processesOf(home)) kill(pid)
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

export type World = ReturnType<typeof makeWorld>

/** How often a condition is tried at first, and at most, since trying it costs the processes that it asks. */
const [FIRST_MS, MOST_MS] = [10, 160]

/** Waits until a condition holds; throws if it never does. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LONG_MS
  for (let pause = FIRST_MS; !(await isSo()); pause = Math.min(pause * 1.5, MOST_MS)) {
    if (Date.now() > end) raise(`waited ${LONG_MS} ms for: ${what}`)
    await sleep(pause)
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    // A zombie responds to signals, too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

/** The variables that a process was started with. */
export const environmentOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)

/** Processes started for a home. */
function processesOf(home: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids
    .filter((pid) => pid !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return environmentOf(pid).includes(`HINDCAST_HOME=${home}`) && isRunning(pid) ? [{ pid, command }] : []
      } catch {
        return []
      }
    })
}

function ended(
  program: string,
  words: readonly string[],
  options: { cwd: string; env: Record<string, string> },
  input?: string | Buffer,
): Promise<Ended> {
  return new Promise((resolve) => {
    const limits = { maxBuffer: 64 * 1024 * 1024, timeout: LONG_MS }
    const child = execFile(program, words, { ...options, ...limits }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
  })
}

/** Posts with the token over a connection of its own. Rejects if nobody listens, or nobody answers in time. */
function send({ port, token }: Endpoint, path: string, body: string, more: Record<string, string>): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
  const options = { host: '127.0.0.1', port, path, method: 'POST', headers, agent: false as const }
  return new Promise((resolve, reject) => {
    const call = httpRequest({ ...options, signal: AbortSignal.timeout(LONG_MS) }, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((said) => resolve({ status, headers, body: said }), reject)
    })
    call.on('error', reject).end(body)
  })
}

function raise(why: string): never {
  throw new Error(why)
}
