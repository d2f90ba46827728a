import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa, type Result } from 'execa'
import { patience } from '../config/environment.ts'
import { symptom } from '../domain/symptom.ts'
import type { ClientConnection, Connection, ConnectionChange, DaemonFacts, Obstacle } from '../ports.ts'
import { apart, type Finding, ill, type Look, well } from './finding.ts'
import type { Case } from './parts.ts'

/** For a program that should answer at once. */
const PATIENCE_MS = 5_000 * patience()

/** The way from the client to us: its settings files, the launcher, the relay, and what may disable them. */
export const clientLooks = (at: Case): readonly Look[] => [
  { name: 'connection', look: () => connections(at) },
  { name: 'launcher', look: () => launcher(at) },
  { name: 'client', look: () => client(at) },
  { name: 'relay', look: () => relay(at) },
]

/** Compares hooks, MCP server and modes with what `connect` would write now, and looks for what disables hooks. */
async function connections(at: Case): Promise<readonly Finding[]> {
  const ports = at.connections(at.environment)
  const known = await ports.list()
  if (known.length > 0) return (await Promise.all(known.map((one) => connectionFindings(at, one)))).flat()
  if (!at.running) return [apart('connection', `none; ${at.absent.why}`, at.absent.remedy)]
  return [
    ill('connection', `${at.hosts.map(({ title }) => title).join(' or ')} is not connected`, 'run hindcast connect'),
  ]
}

async function connectionFindings(at: Case, known: Connection): Promise<readonly Finding[]> {
  const { host, scope, projectDir, configDir, asked, path, hooks } = known
  const to = await target(at)
  if (!to) return [apart('connection', `${hooks} hooks in ${path}; ${at.absent.why}`, at.absent.remedy)]
  const connect = (over: Pick<ClientConnection, 'dryRun' | 'transport'>) =>
    at.connections(at.environment).connect({ host, scope, projectDir, configDir, ...over, ...to })
  const would = await connect({ dryRun: true })
  const fix = async () => fixed(await connect({}))
  const bypass = async () => fixed(await connect({ transport: asked }))
  const obstacles = await obstaclesIn(at, known, projectDir ?? at.from)
  return [
    standingFinding(known, would, fix),
    ...obstacles.map((one) => stopper(one, bypass)),
    ...would.notes.map((note) => apart('other tools', note)),
  ]
}

function standingFinding(
  { host, path, hooks }: Connection,
  would: ConnectionChange,
  fix: () => Promise<string>,
): Finding {
  const [refused] = would.refused
  if (refused) {
    const line = refused.line === undefined ? '' : `:${refused.line}`
    return ill(
      'connection',
      `${refused.path}${line}: ${refused.why}`,
      `${refused.remedy}, then run hindcast connect ${host}`,
    )
  }
  if (would.changed.length === 0) return well('connection', `${hooks} hooks in ${path}`)
  return ill('connection', `${would.changed.join(', ')}: out of date or edited`, `run hindcast connect ${host}`, fix)
}

function fixed({ changed, refused: [refused] }: ConnectionChange): string {
  if (refused) return `${refused.path}: ${refused.why}`
  return changed.length === 0 ? 'nothing could be fixed' : `wrote ${changed.join(', ')}`
}

/** What is configured to keep a connection from working in one folder. */
export async function obstaclesIn(
  at: Case,
  { host, scope, configDir, transport }: Connection,
  projectDir: string | undefined,
): Promise<readonly Obstacle[]> {
  const to = await target(at)
  return to ? at.connections(at.environment).obstacles({ host, scope, projectDir, configDir, transport, ...to }) : []
}

/** An obstacle in words: what, and where it is configured. */
export const obstacleWords = ({ why, where, isSure }: Obstacle): string =>
  `${why} (${where}${isSure ? '' : ', which the client may not apply'})`

/** What to do about an obstacle. */
export const obstacleRemedy = ({ remedy, stops }: Obstacle): string =>
  stops === 'requests' ? `${remedy}, or ${BY_COMMAND}` : remedy

const BY_COMMAND = 'run hindcast connect --transport command'

function stopper(obstacle: Obstacle, bypass: () => Promise<string>): Finding {
  const { stops, isSure } = obstacle
  const name = stops === 'server' ? 'relay' : 'hooks'
  const [words, remedy] = [obstacleWords(obstacle), obstacleRemedy(obstacle)]
  return isSure ? ill(name, words, remedy, stops === 'requests' ? bypass : undefined) : apart(name, words, remedy)
}

/** What `connect` writes: for the running daemon, else for the last one that ran. */
async function target({ running, home, launcher: path }: Case) {
  const relayOf = (launcher: string) => ({ launcher, relay: { command: launcher, args: ['mcp'] } })
  if (running) {
    const { port, hookToken: token, launcher, wanted } = running.ports.daemon()
    return { port, token, wanted, ...relayOf(launcher) }
  }
  try {
    const { port, wanted } = JSON.parse(await readFile(home.daemon, 'utf8')) as Pick<DaemonFacts, 'port' | 'wanted'>
    const token = /Bearer ([0-9a-f]{64})"/.exec(await readFile(home.curl, 'utf8'))?.[1]
    return token === undefined ? undefined : { port, wanted, token, ...relayOf(path) }
  } catch {
    return undefined
  }
}

/** Whether it starts, and is of this release. */
async function launcher({ launcher: path, version }: Case): Promise<readonly Finding[]> {
  const runs = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!runs) return [ill('launcher', `${path} does not exist or is not executable`, 'run hindcast up')]
  const { stdout, stderr, failed, ...ended } = await execa(path, ['--version'], {
    reject: false,
    timeout: PATIENCE_MS,
    stdin: 'ignore',
  })
  if (failed)
    return [ill('launcher', symptom(`${path} --version ${processEnd(ended)}`, [firstOf(stderr)]), 'run hindcast up')]
  if (stdout.trim() === version) return [well('launcher', path)]
  return [ill('launcher', `${path} is version ${stdout.trim()}, not ${version}`, 'run hindcast up')]
}

/** How a program that failed has ended. */
function processEnd({
  timedOut,
  signal,
  exitCode,
  code,
}: Pick<Result, 'timedOut' | 'signal' | 'exitCode' | 'code'>): string {
  if (timedOut) return `did not end within ${PATIENCE_MS / 1_000} s`
  if (signal) return `was ended by ${signal}`
  return exitCode === undefined ? `cannot be run (${code})` : `failed with exit code ${exitCode}`
}

const firstOf = (text: string): string | undefined => text.split('\n').find((line) => line.trim() !== '')

/** Whether its release supports our entries is reported with the connection. */
async function client({ hosts, environment }: Case): Promise<readonly Finding[]> {
  const { PATH } = environment
  const options = { reject: false, timeout: PATIENCE_MS, stdin: 'ignore', env: { PATH } } as const
  const findings = hosts.map(async ({ title, connection }) => {
    const { program } = connection.client
    const { stdout = '', failed } = await execa(program, ['--version'], options)
    const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0]
    return failed || !version
      ? apart('client', `not checked: \`${program}\` is not on your PATH`)
      : well('client', `${title} ${version}`)
  })
  return Promise.all(findings)
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'hindcast doctor', version: '0' } },
}

/** Starts the MCP server as the client does; without a daemon, it would start one. */
async function relay(at: Case): Promise<readonly Finding[]> {
  const { running, launcher: path, home } = at
  if (!running) return [apart('relay', at.absent.why, at.absent.remedy)]
  // It would kill a daemon that it cannot find
  const { port } = (await target({ ...at, running: undefined })) ?? {}
  if (port !== running.ports.daemon().port) return [apart('relay', 'not tested: daemon.json names another port')]
  const server = execa(path, ['mcp'], { reject: false, buffer: false, timeout: PATIENCE_MS, cwd: join(home.dir) })
  server.stdin.write(`${JSON.stringify(HELLO)}\n`)
  let said = ''
  for await (const chunk of server.stdout as AsyncIterable<Buffer>) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  server.kill()
  if (/"serverInfo"/.test(said)) return [well('relay', 'answers')]
  return [ill('relay', 'the MCP server does not answer', 'run hindcast restart; for details, run hindcast logs')]
}
