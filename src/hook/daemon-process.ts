import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestOptions } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnvironment, environmentIn, patience } from '../config/environment.ts'
import { hasStandby, isElsewhere, isHanging, isRunning, isStopped, schedulingOf } from '../daemon/standby-process.ts'
import { challengeFor, isOthers } from '../http/listener.ts'

/** Where a home's daemon listens, and its token. */
export interface Endpoint {
  readonly port: number
  readonly pid: number
  readonly version: string
  readonly token: string
}

/** A complete HTTP response. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * What the home's daemon last wrote about itself; undefined if none ever ran. The token is read last: a daemon that moves
 * writes its new token before its new address.
 */
export function endpointOf(home: string): Endpoint | undefined {
  try {
    const { port, pid, version } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')) as Endpoint
    const token = readFileSync(join(home, 'token'), 'utf8').trim()
    return { port, pid, version, token }
  } catch {
    return undefined
  }
}

const PATIENCE = patience()

/**
 * A request to the daemon. With a token, the listener has to prove on the same connection that it is this home's daemon,
 * before anything else is sent. Rejects if it does not, does not listen, or does not answer in time.
 */
export async function request(
  endpoint: Pick<Endpoint, 'port'> & Partial<Pick<Endpoint, 'token'>>,
  path: string,
  body: string | undefined,
  { headers, timeoutMs }: { headers?: Record<string, string>; timeoutMs: number },
): Promise<Reply> {
  const { port, token } = endpoint
  // Any daemon has been started before this is loaded
  const { default: http } = await import('node:http')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { createConnection } = agent
  let connections = 0
  agent.createConnection = (options, callback) =>
    connections++ === 0
      ? createConnection.call(agent, options, callback)
      : void callback?.(new Error('the daemon closed the connection'), undefined as never)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    if (isOthers(port)) throw new Error(`another user's program listens on port ${port}`)
    if (token === undefined) return await exchange(http, { port, path, headers, agent, signal }, body)
    const challenge = challengeFor({ token, port })
    const health = await exchange(http, { port, path: challenge.path, agent, signal }, undefined)
    if (!challenge.isMetBy(health.body)) throw new Error(`another program listens on port ${port}`)
    const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
    return await exchange(http, { port, path, headers: own, agent, signal }, body)
  } finally {
    agent.destroy()
  }
}

function exchange(
  http: Pick<typeof import('node:http'), 'request'>,
  options: Pick<RequestOptions, 'port' | 'path' | 'agent' | 'signal'> & {
    headers?: Record<string, string> | undefined
  },
  body: string | undefined,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const call = http.request({ host: '127.0.0.1', method, ...options, headers: options.headers ?? {} }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Whether the daemon in `daemon.json` is running, and is the one described there. */
export async function isAlive(
  endpoint: (Pick<Endpoint, 'port' | 'pid'> & Partial<Pick<Endpoint, 'token'>>) | undefined,
  timeoutMs = 500 * PATIENCE,
): Promise<boolean> {
  if (!endpoint) return false
  const reply = await request(endpoint, '/health', undefined, { timeoutMs }).catch(() => undefined)
  if (reply?.status !== 200) return false
  try {
    return (JSON.parse(reply.body) as { pid?: number }).pid === endpoint.pid
  } catch {
    return false
  }
}

/** The file in which `up` writes what daemons of a home may see of the environment. */
export const environmentFile = (home: string): string => join(home, 'environment')

/** What `up` wrote down for daemons of this home; where it never ran, only what they cannot run without. */
function environmentFor(home: string): NodeJS.ProcessEnv {
  try {
    return environmentIn(readFileSync(environmentFile(home), 'utf8'))
  } catch {
    return bareEnvironment(process.env)
  }
}

/** Starts the daemon of a home from the folder `app`, on its own and with the environment `from`; waits until it listens. */
export async function startDaemon(
  home: string,
  app: string,
  waitMs: number,
  from: NodeJS.ProcessEnv = environmentFor(home),
): Promise<Endpoint | undefined> {
  const until = Date.now() + waitMs
  // A standby process starts one by itself; another could not use the port
  while (hasStandby(home) && Date.now() < until) {
    const endpoint = endpointOf(home)
    // The relays of many clients may be waiting, and a connection of each at every look would delay the start
    if (endpoint && isRunning(endpoint.pid) && (await isAlive(endpoint, 250 * PATIENCE))) return endpoint
    await sleep(SUCCESSOR_POLL_MS)
  }
  const env = { ...from, HINDCAST_HOME: home }
  const [program, words] = programOf(app)
  const child = spawn(program, words, {
    cwd: home,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', errorsIn(home)],
  })
  let failed = false
  child.on('error', () => (failed = true))
  // Exit 0 means that another daemon is running or starting.
  child.on('exit', (code) => (failed ||= code !== 0))
  child.unref()
  while (!failed && Date.now() < until) {
    const endpoint = endpointOf(home)
    // Our own child reports when it listens; any other daemon has to be checked
    if (endpoint && (endpoint.pid === child.pid || (await isAlive(endpoint, 250 * PATIENCE)))) return endpoint
    await sleep(POLL_MS)
  }
  return undefined
}

/** Where a daemon's errors go; nowhere if the disk is read-only. */
function errorsIn(home: string): number | 'ignore' {
  try {
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
    return openSync(join(home, 'logs', 'daemon.err'), 'a', 0o600)
  } catch {
    return 'ignore'
  }
}

/** The interval between checks for a starting daemon, and for one that a standby process starts. */
const POLL_MS = 5
const SUCCESSOR_POLL_MS = 25
const ELSEWHERE = 'the daemon runs in another network namespace; hindcast import reads this session there'
/** How long a killed process may take to be gone. */
const GONE_MS = 1_000 * PATIENCE

/** A version manager may have removed the Node that runs this; the launcher finds another. */
const programOf = (app: string): [string, string[]] =>
  existsSync(process.execPath) ? [process.execPath, [join(app, 'daemon.js')]] : [join(app, 'hindcast-run'), ['daemon']]

/**
 * The installed programs to start: the ones last put into use or, if newer and installed since, `own`. A process started
 * before an upgrade outlives its folder, and must not bring back an older daemon; nor a newer one after a downgrade.
 */
export function currentApp(home: string, own: string): string {
  try {
    const inUse = join(home, 'app', 'current')
    const app = join(home, 'app', readFileSync(inUse, 'utf8').trim())
    const isThere = (folder: string) => existsSync(join(folder, 'daemon.js'))
    const isSince = () => statSync(join(own, 'version')).mtimeMs > statSync(inUse).mtimeMs
    const isUpgrade = isInstalled(home, own) && isThere(own) && isNewer(own, app) && isSince()
    return !isThere(app) || isUpgrade ? own : app
  } catch {
    return own
  }
}

/** Puts installed programs into use, so that no older ones are started. */
export function putInUse(home: string, app: string): void {
  if (isInstalled(home, app)) writeFileSync(join(home, 'app', 'current'), `${basename(app)}\n`, { mode: 0o600 })
}

const isInstalled = (home: string, app: string): boolean => dirname(app) === join(home, 'app')

/** Compares the versions in the folders' names. */
function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((app) => basename(app).split(/[.+-]/).slice(0, 3).map(Number))
  const n = [0, 1, 2].find((i) => mine?.[i] !== theirs?.[i])
  return n !== undefined && (mine?.[n] ?? 0) > (theirs?.[n] ?? 0)
}

/**
 * The daemon, if it answers or waits for a processor; one that is stopped or has not responded for `deafMs` is killed, and if
 * none is running, one is started. Throws, and leaves it alone, if it has another network.
 */
export async function reviveDaemon(
  home: string,
  app: string,
  waitMs: number,
  deafMs = 500 * PATIENCE,
): Promise<Endpoint | undefined> {
  const known = endpointOf(home)
  if (known && isDaemon(known.pid)) {
    if (isElsewhere(known.pid)) throw new Error(ELSEWHERE)
    const [began, before] = [performance.now(), schedulingOf(known.pid)]
    if (!isStopped(known.pid)) {
      if (await isAlive(known, deafMs)) return known
      const ms = performance.now() - began
      // On a busy machine, silence proves nothing; a closed connection does, as of one that was killed and is not gone yet
      const isSilent = ms > deafMs / 2 && isRunning(known.pid)
      if (isSilent && !isHanging(before, schedulingOf(known.pid), ms)) return known
    }
    await killed(known.pid)
  }
  // `down` ran meanwhile
  if (known && !endpointOf(home)) return undefined
  return startDaemon(home, app, waitMs)
}

/** Kills a process, and waits until it is gone: a daemon that starts before leaves the home to it. */
async function killed(pid: number): Promise<void> {
  const until = Date.now() + GONE_MS
  signal(pid, 'SIGKILL')
  while (isRunning(pid) && Date.now() < until) await sleep(POLL_MS)
}

/** Whether `down` stopped this home's daemon: then only `up` starts it again. */
export const isDown = (home: string): boolean => existsSync(join(home, 'disconnected.json'))

/**
 * Whether a process is one of our daemons rather than an unrelated one that got the same pid since, or has it in this
 * container; `untold`: the result if the system hides processes.
 */
export function isDaemon(pid: number, untold = false): boolean {
  const words = processWords(pid)
  const program = words?.find((word) => basename(word) === 'daemon.js')
  return program === undefined ? words === undefined && untold : existsSync(join(dirname(program), 'hindcast-run'))
}

/** A process's command line; empty if there is no such process, undefined if it cannot be read. */
function processWords(pid: number): readonly string[] | undefined {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return []
    }
  }
  const ps = (shown: number) =>
    String(spawnSync('ps', ['-o', 'command=', '-p', String(shown)], { encoding: 'utf8', timeout: 1_000 }).stdout)
  if (ps(process.pid).trim() === '') return undefined
  // A path may contain spaces
  return ps(pid)
    .trim()
    .replace(/( (pipe|socket)=\d+)+$/, '')
    .split(/ (?=\/)/)
}

/** Stops the daemon and waits until it is gone and its lock is free. */
export async function stopDaemon(endpoint: Endpoint, waitMs: number): Promise<void> {
  if (!(await isAlive(endpoint))) return
  signal(endpoint.pid, 'SIGTERM')
  const until = Date.now() + waitMs
  while (Date.now() < until && signal(endpoint.pid, 0)) await sleep(20)
  signal(endpoint.pid, 'SIGKILL')
}

/** Sends a signal; false if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
