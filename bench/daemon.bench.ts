import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openStore } from '../src/adapters/store/sqlite/store.ts'
import { projectId } from '../src/domain/identity.ts'
import type { Change } from '../src/ports.ts'
import { payloadsIn, words } from './daemon/payloads.ts'
import { at, echoServer, endAll, post, rssOf, scratch, startDaemon } from './daemon/process.ts'

/**
 * Complete HTTP answers of the built daemon (run `npm run build` first) with a store of 100,000 events, by event, compared
 * with a bare HTTP echo server in a process of its own. The arms take turns, so that other load on the machine affects all
 * of them; `echo` and `echo'` are the same work: their difference is the noise. One JSON line per measurement, in
 * milliseconds over a keep-alive connection. Arguments: number of events stored first (default 100,000), number of answers
 * timed (500), folder of the built programs (dist).
 */
const KEPT = Number(process.argv[2] ?? 100_000)
const TIMED = Number(process.argv[3] ?? 500)
const BUILT = resolve(process.argv[4] ?? 'dist')
/** Of so many events one has a prompt and an observation; a session has so many. */
const A_PROMPT = 40
const A_SESSION = 400

const folder = scratch()
const file = join(folder, 'h/hindcast.db')
const project = projectId(folder)
const payloads = payloadsIn(folder)

try {
  await fill()
  const began = performance.now()
  const { process: daemon, port, token } = await startDaemon(folder, BUILT)
  await post(port, token, payloads.SessionStart())
  report('daemon to first answer', { ms: Math.round(performance.now() - began) })
  await sleep(10_000)
  report('rss idle', { mb: rssOf(daemon), events: KEPT })
  const echo = await echoServer(folder)
  const toEcho = () => post(echo, token, payloads.PreToolUse())
  const toDaemon = Object.entries(payloads).map(
    ([name, payload]) => [name, () => post(port, token, payload())] as const,
  )
  await compare([['echo', toEcho], ...toDaemon, ["echo'", toEcho]])
  report('rss after', { mb: rssOf(daemon) })
  await sleep(10_000)
  report('rss 10 s later', { mb: rssOf(daemon) })
} finally {
  await endAll()
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
    report(name, { p50, p95, p99, n: taken.length, p95ToEcho: Number(((p95 ?? 0) / echo).toFixed(2)) })
  }
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

function report(measure: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'daemon', measure, ...figures, node: process.version })}\n`)
}
