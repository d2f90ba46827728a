import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { allowed } from '../../test/e2e/lab/headless.ts'
import { type ApiRequest, startMockApi, type Turn } from '../../test/e2e/lab/mock-api.ts'
import { hindcast, hindcastJson } from '../../test/e2e/lab/product.ts'
import { makeWorld, type World } from '../../test/e2e/lab/world.ts'

/** A person whose client is measured. */
export interface Arm {
  readonly name: string
  readonly world: World
}

const ECHO = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** Someone without hooks. */
export async function withoutHooks(name: string, files: Record<string, string>): Promise<Arm> {
  return { name, world: await makeWorld(files) }
}

/** Someone with an HTTP hook before and after each call, whose server does nothing, in a process of its own as the daemon is. */
export async function withNothing(name: string, files: Record<string, string>): Promise<Arm> {
  const world = await makeWorld(files)
  const server = spawn(process.execPath, ['-e', ECHO], { stdio: ['ignore', 'pipe', 'inherit'] })
  world.onClose(() => void server.kill('SIGKILL'))
  const hook = { type: 'http', url: `http://127.0.0.1:${(await firstLine(server)).trim()}/hook`, timeout: 0.5 }
  world.settings({ hooks: { PreToolUse: [{ hooks: [hook] }], PostToolUse: [{ hooks: [hook] }] } })
  return { name, world }
}

/** Which build is installed, where it is not this one, and whether it is asked before each call too, as a rule would have it. */
export interface Installed {
  readonly dist?: string | undefined
  readonly asksBefore?: boolean
}

/** Someone who ran `hindcast up`. */
export async function withHindcast(
  name: string,
  files: Record<string, string>,
  { dist, asksBefore = false }: Installed = {},
): Promise<Arm> {
  const world = await makeWorld(files)
  if (dist !== undefined) world.dist = dist
  const { exitCode, stderr } = await hindcast(world, 'up')
  if (exitCode !== 0) throw new Error(`hindcast up: ${stderr}`)
  if (asksBefore) askBefore(world)
  return { name, world }
}

/** The hook after each call, before each call as well. */
function askBefore(world: World): void {
  const path = join(world.home, '.claude/settings.json')
  const settings = JSON.parse(readFileSync(path, 'utf8')) as { hooks: Record<string, { hooks: { url?: string }[] }[]> }
  const after = settings.hooks.PostToolUse?.flatMap(({ hooks }) => hooks).find(({ url }) => !url?.includes('part='))
  if (after === undefined) throw new Error('Hindcast asked for no hook after a call')
  writeFileSync(path, JSON.stringify({ ...settings, hooks: { ...settings.hooks, PreToolUse: [{ hooks: [after] }] } }))
}

/** One round after another; in every second one the arms take their turns the other way round. */
export async function inTurns<T extends Arm>(
  rounds: number,
  arms: readonly T[],
  once: (arm: T, round: number) => Promise<void>,
) {
  for (let round = 0; round < rounds; round++)
    for (const arm of round % 2 === 0 ? arms : arms.toReversed()) await once(arm, round)
}

/** A run of the client: when it was started (`performance.now()`) and its conversation with the model. */
export interface ClientRun {
  readonly began: number
  readonly main: readonly ApiRequest[]
}

/** Runs the client without a terminal and without its debug log. */
export async function runClient({ world }: Arm, turns: readonly Turn[] = []): Promise<ClientRun> {
  const api = await startMockApi(turns)
  const began = performance.now()
  const { exitCode, stderr } = await execa(world.claude, ['-p', 'Look around', ...allowed], {
    cwd: world.project,
    env: { ...world.env, ANTHROPIC_BASE_URL: api.url },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: 180_000,
    killSignal: 'SIGKILL',
  })
  await api.close()
  if (exitCode !== 0) throw new Error(`the client: exit ${exitCode}: ${stderr}`)
  return { began, main: api.requests.filter(({ kind }) => kind === 'main') }
}

/** What `hindcast status` says that is waited for here. */
export interface Status {
  readonly counts: { readonly events: number }
  readonly queue: { readonly pending: number }
  readonly pid: number
}

/** Waits until the daemon has nothing left to do, so that its work is not the next arm's. */
export async function settled({ world }: Arm): Promise<Status> {
  for (;;) {
    const status = await hindcastJson<Status>(world, 'status')
    if (status.queue.pending === 0) return status
    await sleep(200)
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done) => child.stdout?.once('data', (text) => done(String(text))))
}
