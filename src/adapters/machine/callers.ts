import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** How the programs that an agent runs are recognised. */
export interface AgentSigns {
  /** Whether one of these processes is a client, or was one recently. */
  readonly isClient: (pids: readonly number[]) => Promise<boolean>
  /** The variables that clients set for the commands of their agents. */
  readonly variables: readonly string[]
}

/**
 * What the system shows of the program at the other end of a loopback connection; nothing that the program says counts.
 * `agent`: a client, or an agent's command, is among the processes it descends from. `person`: there is none, and it runs in
 * the foreground of a terminal, started by that terminal's own shell. `unknown`: anything else, such as a script.
 */
export async function callerOn(
  { localPort = 0, remotePort = 0 }: Pick<Socket, 'localPort' | 'remotePort'>,
  { isClient, variables }: AgentSigns,
  { holder, reader, environments }: ProcessTable = process.platform === 'linux' ? procTable : psTable,
): Promise<'person' | 'agent' | 'unknown'> {
  try {
    const pid = await holder(localPort, remotePort)
    if (pid === undefined) return 'unknown'
    const [own, ...above] = await ancestry(pid, await reader())
    if (own === undefined) return 'unknown'
    const pids = [own, ...above].map((each) => each.pid)
    if (await isClient([...pids, own.group])) return 'agent'
    const isAgents = (environment: string) => variables.some((name) => environment.includes(`${name}=`))
    if ((await environments(pids)).some(isAgents)) return 'agent'
    // A program that outlived what started it, or has detached itself, no longer descends from the terminal's shell
    const isStartedThere = [own, ...above].some(({ leads, terminal }) => leads && terminal === own.terminal)
    return own.terminal !== '' && own.isForeground && isStartedThere ? 'person' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** One process, as the system describes it. */
interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** The terminal that controls it; empty if none does. */
  readonly terminal: string
  /** Whether it is in the terminal's foreground. */
  readonly isForeground: boolean
  /** Whether it leads its session: in a terminal, that is the shell it opened with. */
  readonly leads: boolean
}

type ReadProcess = (pid: number) => Promise<Process | undefined>

/** Where a system tells about its processes. */
export interface ProcessTable {
  /** The process of this user that has the peer's end of a connection between two loopback ports. */
  holder(ownPort: number, peerPort: number): Promise<number | undefined>
  reader(): Promise<ReadProcess>
  /** What these processes were started with; empty where that cannot be read. */
  environments(pids: readonly number[]): Promise<readonly string[]>
}

/** Longer lines of descent do not occur. */
const MOST = 64

/** A process and those it descends from, the nearest first. */
async function ancestry(pid: number, read: ReadProcess): Promise<readonly Process[]> {
  const line: Process[] = []
  for (let at = pid; at > 0 && line.length < MOST; ) {
    const found = await read(at)
    if (!found) break
    line.push(found)
    at = found.parent
  }
  return line
}

/** Linux. */
const procTable: ProcessTable = {
  async holder(ownPort, peerPort) {
    const inode = await inodeOf(ownPort, peerPort)
    if (inode === undefined) return undefined
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
    // The caller has most likely only just been started
    for (const pid of pids.toSorted((a, b) => b - a)) if (await holdsOpen(pid, `socket:[${inode}]`)) return pid
    return undefined
  },
  reader: async () => async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
    if (stat === undefined) return undefined
    // The name before these may contain anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, group = 0, session = 0, terminal = 0, foreground = 0] = fields.slice(1, 6).map(Number)
    const shown = terminal === 0 ? '' : String(terminal)
    return { pid, parent, group, terminal: shown, isForeground: foreground === group, leads: session === pid }
  },
  environments: (pids) =>
    Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''))).then((texts) =>
      texts.flatMap((text) => text.split('\0')),
    ),
}

/** The peer's socket, from the system's table of sockets, if it is this user's. */
async function inodeOf(ownPort: number, peerPort: number): Promise<string | undefined> {
  const [own, peer] = [ownPort, peerPort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'))
  const loopback = '(?:0100007F|7F000001)'
  const row = new RegExp(
    `^ *\\d+: ${loopback}:${peer} ${loopback}:${own} 01 \\S+ \\S+ \\S+ +${process.getuid?.()} +\\d+ ([1-9]\\d*) `,
    'm',
  )
  return row.exec(await readFile('/proc/net/tcp', 'latin1'))?.[1]
}

async function holdsOpen(pid: number, link: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return links.includes(link)
}

/** Systems without /proc, such as macOS. */
export const psTable: ProcessTable = {
  async holder(ownPort, peerPort) {
    const text = await outputOf('lsof', ['-nP', `-iTCP@127.0.0.1:${peerPort}`, '-sTCP:ESTABLISHED', '-Fpn'])
    const found = text.split(/^p/m).find((part) => part.includes(`n127.0.0.1:${peerPort}->127.0.0.1:${ownPort}\n`))
    return found === undefined ? undefined : Number.parseInt(found, 10)
  },
  async reader() {
    const rows = (await outputOf('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,tty='])).split('\n').map(processOf)
    const table = new Map(rows.map((row) => [row.pid, row]))
    return async (pid) => table.get(pid)
  },
  environments: async (pids) => [await outputOf('ps', ['eww', '-o', 'command=', '-p', pids.join(',')])],
}

/** In the state, `s` marks a session's leader and `+` the terminal's foreground. */
function processOf(row: string): Process {
  const [pid = 0, parent = 0, group = 0] = row.trim().split(/\s+/).map(Number)
  const [state = '', tty = '?'] = row.trim().split(/\s+/).slice(3)
  const terminal = /^[?-]/.test(tty) ? '' : tty
  return { pid, parent, group, terminal, isForeground: state.includes('+'), leads: state.includes('s') }
}

/** What a program of the system prints; lsof exits with 1 after any warning. */
const outputOf = (program: string, words: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const limits = { timeout: 5_000, maxBuffer: 16 * 1024 * 1024 }
    execFile(program, words, limits, (_error, stdout) => resolve(stdout))
  })
