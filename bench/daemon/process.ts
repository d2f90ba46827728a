import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
const running: ChildProcess[] = []
const folders: string[] = []

const ECHO = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** A folder of its own, gone with `endAll`. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-')))
  folders.push(folder)
  return folder
}

/** A bare HTTP server in a process of its own; gives its port. */
export const echoServer = async (folder: string): Promise<number> =>
  Number(await firstLine(start(folder, ['-e', ECHO])))

/** A Node program in an environment of its own. */
export function start(folder: string, words: readonly string[]): ChildProcess {
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, HINDCAST_HOME: join(folder, 'h'), HINDCAST_PORT: '0' },
    // What is measured may take longer than a daemon stays that nobody talks to
    HINDCAST_DAEMON_IDLE_MINUTES: '600',
  }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  return child
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done) => child.stdout?.once('data', (text) => done(String(text))))
}

/** Posts a hook over a connection that is kept open, and reads the answer. */
export function post(port: number, token: string, payload: object): Promise<void> {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = http.request(
      { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers },
      (response) => response.resume().on('end', done),
    )
    request.on('error', fail).end(JSON.stringify(payload))
  })
}

/** A daemon that listens: its process, and where. */
export interface Listening {
  readonly process: ChildProcess
  readonly port: number
  readonly token: string
}

const START_MS = 30_000

/** Starts the daemon of the build in `dist`. One that cannot start ends the bench, with one line. */
export async function startDaemon(folder: string, dist: string): Promise<Listening> {
  const program = join(resolve(dist), 'daemon.js')
  if (!existsSync(program)) return giveUp(`there is no ${program}: build it first`)
  const daemon = start(folder, [program])
  for (const until = Date.now() + START_MS; Date.now() < until && daemon.exitCode === null; await sleep(5)) {
    try {
      const { port } = JSON.parse(readFileSync(join(folder, 'h/daemon.json'), 'utf8')) as { port: number }
      return { process: daemon, port, token: readFileSync(join(folder, 'h/token'), 'utf8') }
    } catch {
      // It does not listen yet
    }
  }
  return giveUp(
    `${program} ${daemon.exitCode === null ? 'does not listen' : `ended with exit code ${daemon.exitCode}`}`,
  )
}

async function giveUp(why: string): Promise<never> {
  await endAll()
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

/** Resident memory in megabytes. */
export function rssOf({ pid }: ChildProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
}

/** Seconds of processor time, user and system: of all threads of a process, and of its children, ended ones too. */
export interface Cpu {
  readonly own: number
  readonly children: number
}

/** What a process has spent so far; Linux only, which counts hundredths of a second. */
export function cpuOf({ pid }: ChildProcess): Cpu {
  const { own, ended } = statOf(String(pid))
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name).parent === pid)
  return { own, children: ended + running.reduce((sum, name) => sum + statOf(name).own + statOf(name).ended, 0) }
}

/** A process and its running children: their command lines, and the seconds of processor time that each has spent. */
export function programsOf({
  pid,
}: ChildProcess): readonly { readonly words: readonly string[]; readonly own: number }[] {
  const own = readdirSync('/proc').filter(
    (name) => name === String(pid) || (/^\d+$/.test(name) && statOf(name).parent === pid),
  )
  return own.map((name) => ({ words: wordsOf(name), own: statOf(name).own }))
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It has ended
    return []
  }
}

function statOf(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1], own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 }
  } catch {
    // It has ended
    return { parent: undefined, own: 0, ended: 0 }
  }
}

/** Ends what was started, with what it has started in turn, and removes the folders. */
export async function endAll(): Promise<void> {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  agent.destroy()
  const homes = folders.splice(0)
  // A daemon that is killed is followed by another one, if a client was seen
  for (let tries = 0; tries < 5 && (await sleep(100, true)); tries++)
    for (const pid of homes.flatMap(processesIn)) end(pid)
  for (const folder of homes) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended
  }
}

/** The processes that have their home in a folder; Linux only. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HINDCAST_HOME=${join(folder, 'h')}\0`)
      } catch {
        // It has ended, or is somebody else's
        return false
      }
    })
    .map(Number)
}

/** A quantile of times, with two digits. */
export function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
