import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openStore } from '../src/adapters/store/sqlite/store.ts'
import { projectId } from '../src/domain/identity.ts'
import type { Change } from '../src/ports.ts'

/**
 * Whole answers over HTTP from the built daemon (`npm run build` first) over a store of 100,000 events, by event, against
 * a bare HTTP echo, a process of its own as the daemon is. The arms take turns, so that what else the machine does hits
 * all alike; `echo` and `echo'` are one work: the noise. A JSON line a measure, in milliseconds over a keep-alive
 * connection. First argument: events kept before (default 100,000); second: answers timed
 * (500); third: the folder of the built programs (dist).
 */
const KEPT = Number(process.argv[2] ?? 100_000)
const TIMED = Number(process.argv[3] ?? 500)
const BUILT = resolve(process.argv[4] ?? 'dist')
/** Of so many events one has a prompt and an observation; a session has so many. */
const A_PROMPT = 40
const A_SESSION = 400

const ECHO = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-')))
const file = join(folder, 'h/hindcast.db')
const project = projectId(folder)
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
const random = seeded(7)
const running: ChildProcess[] = []
let n = 0

const common = (event: string) => ({
  session_id: `bench-${Math.floor(n++ / 400)}`,
  transcript_path: `${folder}/t.jsonl`,
  cwd: folder,
  prompt_id: `prompt-${Math.floor(n / 40)}`,
  hook_event_name: event,
})

function call(event: string) {
  const path = `${folder}/src/file-${n % 50}.ts`
  return {
    ...common(event),
    tool_name: 'Edit',
    tool_use_id: `toolu_${n}`,
    tool_input: { file_path: path, old_string: 'a', new_string: 'b'.repeat(400) },
  }
}

const payloads = {
  PreToolUse: () => call('PreToolUse'),
  PostToolUse: () => ({
    ...call('PostToolUse'),
    tool_response: { structuredPatch: [{ lines: ['-a', `+${words(600)}`] }] },
    duration_ms: 5,
  }),
  UserPromptSubmit: () => ({ ...common('UserPromptSubmit'), prompt: `Fix problem ${n} in the parser: ${words(8)}` }),
  Stop: () => ({
    ...common('Stop'),
    stop_hook_active: false,
    last_assistant_message: `Fixed problem ${n} in the parser.`,
  }),
  SessionStart: () => ({ ...common('SessionStart'), session_id: `start-${n}`, source: 'startup' }),
}

try {
  await fill()
  const began = performance.now()
  const daemon = start([join(BUILT, 'daemon.js')])
  const { port, token } = await listening()
  await post(port, token, payloads.SessionStart())
  report('daemon to first answer', { ms: Math.round(performance.now() - began) })
  await sleep(10_000)
  report('rss idle', { mb: rssOf(daemon), events: KEPT })
  const echo = Number(await firstLine(start(['-e', ECHO])))
  const toEcho = () => post(echo, token, payloads.PreToolUse())
  const toDaemon = Object.entries(payloads).map(
    ([name, payload]) => [name, () => post(port, token, payload())] as const,
  )
  await compare([['echo', toEcho], ...toDaemon, ["echo'", toEcho]])
  report('rss after', { mb: rssOf(daemon) })
  await sleep(10_000)
  report('rss 10 s later', { mb: rssOf(daemon) })
} finally {
  for (const child of running) child.kill('SIGKILL')
  agent.destroy()
  await sleep(100)
  rmSync(folder, { recursive: true, force: true })
}

type Arm = readonly [name: string, once: () => Promise<void>]

/** One turn of each arm after another; the first tenth warms up and is not counted. */
async function compare(arms: readonly Arm[]): Promise<void> {
  const times = new Map(arms.map(([name]) => [name, [] as number[]]))
  for (let turn = -Math.ceil(TIMED / 10); turn < TIMED; turn++) {
    for (const [name, once] of arms) {
      const began = performance.now()
      await once()
      if (turn >= 0) times.get(name)?.push(performance.now() - began)
    }
  }
  const echo = at(times.get('echo') ?? [], 0.95)
  for (const [name, taken] of times) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(taken, share))
    report(name, { p50, p95, p99, n: taken.length, p95ToEcho: rounded((p95 ?? 0) / echo) })
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

/** By the journal itself, many at a time. */
async function fill(): Promise<void> {
  const store = await openStore({ file, workerUrl: pathToFileURL(join(BUILT, 'store-worker.js')) })
  const began = performance.now()
  for (let made = 0; made < KEPT; made += A_SESSION) {
    await store.journal.commit({ changes: Array.from({ length: A_SESSION }, (_, at) => kept(made + at)).flat() })
  }
  report('fill', { events: KEPT, seconds: Math.round((performance.now() - began) / 1_000) })
  await store.close()
}

function kept(at: number): Change[] {
  const session = `past-${Math.floor(at / A_SESSION)}`
  const time = Date.now() - (KEPT - at) * 1_000
  const place = { session, project, at: time }
  const [id, event] = [`e_${at}`, 'PostToolUse']
  const files = [`${folder}/src/${words(1)}/${words(1)}.ts`]
  const record = {
    ...{ ...place, id, identity: id, name: event, host: 'claude-code', via: 'hook', body: {} },
    ...{ tool: 'Bash', target: words(4), outcome: 'ok', filesRead: files, filesModified: [] },
    ...{ input: words(12), output: words(60) },
  }
  const changes: unknown[] = [{ kind: 'event', record }]
  if (at % A_SESSION === 0) {
    changes.push({ kind: 'session', change: { id: session, host: 'claude-code', project, lastSeenAt: time } })
  }
  if (at % A_PROMPT === 0) changes.push(...concluded(at, place, id, files))
  return changes as Change[]
}

function concluded(at: number, place: object, event: string, files: readonly string[]): unknown[] {
  const texts = { type: 'change', title: words(8), narrative: words(40), facts: [words(8)], concepts: [] }
  const sources = { filesRead: [], filesModified: files, evidence: [event] }
  return [
    { kind: 'prompt', prompt: { ...place, id: `p_${at}`, text: words(20), origin: 'person', event } },
    { kind: 'observation', observation: { ...place, id: `o_${at}`, ...texts, ...sources } },
  ]
}

/** Zipf: the word of rank r comes with a share of 1/r. */
function words(count: number): string {
  return Array.from({ length: count }, () => `w${Math.floor(20_000 ** random()).toString(36)}x`).join(' ')
}

/** Mulberry32, so that every run sees the same text. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A Node program in an environment of its own. */
function start(words: readonly string[]): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: folder, HINDCAST_HOME: join(folder, 'h'), HINDCAST_PORT: '0' }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  return child
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done) => child.stdout?.once('data', (text) => done(String(text))))
}

function post(port: number, token: string, payload: object): Promise<void> {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = http.request(
      { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers },
      (response) => response.resume().on('end', done),
    )
    request.on('error', fail).end(JSON.stringify(payload))
  })
}

async function listening(): Promise<{ port: number; token: string }> {
  for (;;) {
    try {
      const { port } = JSON.parse(readFileSync(join(folder, 'h/daemon.json'), 'utf8')) as { port: number }
      return { port, token: readFileSync(join(folder, 'h/token'), 'utf8') }
    } catch {
      await sleep(5)
    }
  }
}

/** Megabytes. */
function rssOf({ pid }: ChildProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
}

function report(measure: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'daemon', measure, ...figures, node: process.version })}\n`)
}
