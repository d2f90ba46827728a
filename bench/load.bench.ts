import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../src/adapters/sqlite/driver.ts'
import { echoServer, endAll, rssOf, scratch, startDaemon } from './daemon/process.ts'
import { quantile, table } from './retrieval/figures.ts'

/**
 * What others wait while a client works hard: this build, another one, this one again (A/A: the noise) and a bare Node
 * server, each in a process of its own. They take turns of 1,000 calls by 32 sessions at 200 a second, in reverse order
 * every second time; then single calls are timed while payloads of 100,000 keys arrive, and while 200 new projects begin.
 * Times in milliseconds.
 *   npm run bench -- load OTHER_DIST [turns: 4] [DIST]
 */
const [other, turns = '4', own = 'dist'] = process.argv.slice(2)
if (other === undefined) throw new Error('usage: npm run bench -- load OTHER_DIST [TURNS] [DIST]')
const [SESSIONS, CALLS, EVERY_MS] = [32, 1_000, 5]
const [WIDE_PAYLOADS, PROJECTS] = [12, 200]
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key-${n}`, n])))

interface Arm {
  readonly name: string
  readonly folder: string
  readonly send: (body: string) => Promise<number>
  readonly sent: () => number
  readonly rss: () => number
}

async function daemon(name: string, dist: string): Promise<Arm> {
  const folder = scratch()
  const { process, port, token } = await startDaemon(folder, dist)
  return { name, folder, ...sender(port, token), rss: () => rssOf(process) }
}

/** Posts over as many connections as there are sessions; gives how long the answer took. */
function sender(port: number, token: string): Pick<Arm, 'send' | 'sent'> {
  let sent = 0
  const agent = new http.Agent({ keepAlive: true, maxSockets: SESSIONS })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const options = { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers }
  const send = (body: string) =>
    new Promise<number>((done, fail) => {
      const began = performance.now()
      sent++
      const request = http.request(options, (response) =>
        response.resume().on('end', () => done(performance.now() - began)),
      )
      request.on('error', fail).end(body)
    })
  return { send, sent: () => sent }
}

let made = 0
function call(folder: string, session: number, more: object = {}): string {
  const id = String(session).padStart(12, '0')
  const output = `opened ${made}\n`.repeat(40)
  return JSON.stringify({
    ...{ session_id: `00000000-0000-4000-8000-${id}`, prompt_id: `00000000-0000-4000-9000-${id}`, cwd: folder },
    ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: `toolu_${made++}` },
    ...{ tool_input: { command: `valve --open ${made}` }, tool_response: { stdout: output, stderr: '' } },
    ...more,
  })
}

/** One turn: within a session, the client waits for an answer before it makes the next call. */
async function atRate({ folder, send }: Arm): Promise<number[]> {
  const began = performance.now()
  const session = async (first: number) => {
    const times: number[] = []
    for (let n = first; n < CALLS; n += SESSIONS) {
      await sleep(Math.max(0, began + n * EVERY_MS - performance.now()))
      times.push(await send(call(folder, first)))
    }
    return times
  }
  return (await Promise.all(Array.from({ length: SESSIONS }, (_, first) => session(first)))).flat()
}

/** The times of single calls during a burden. */
async function meanwhile({ folder, send }: Arm, burden: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const done = burden().finally(() => {
    isDone = true
  })
  while (!isDone) {
    times.push(await send(call(folder, 1)))
    await sleep(2)
  }
  await done
  return times
}

async function widePayloads({ folder, send }: Arm): Promise<void> {
  for (let n = 0; n < WIDE_PAYLOADS; n++) {
    const where = [{ tool_input: 'wide' }, { tool_response: 'wide' }, { hook_event_name: 'Unheard', all: 'wide' }][
      n % 3
    ]
    await send(call(folder, 2, where).replace('"wide"', WIDE))
  }
}

async function newProjects({ folder, send }: Arm): Promise<void> {
  for (let n = 0; n < PROJECTS; n += 8) {
    const group = Array.from({ length: 8 }, (_, one) => {
      const cwd = join(folder, `projects-${made}`, String(one))
      mkdirSync(cwd, { recursive: true })
      return send(call(cwd, 1_000 + n + one))
    })
    await Promise.all(group)
  }
}

/** How many calls were sent, and how many rows the store has of them, and different ones. */
async function counted({ folder, sent }: Arm): Promise<string> {
  const db = await openRaw(join(folder, 'h/hindcast.db'))
  const [row] = db
    .prepare(
      "SELECT count(*) AS rows, count(DISTINCT id) AS calls FROM events WHERE name IN ('PostToolUse', 'Unknown')",
    )
    .all() as { rows: number; calls: number }[]
  db.close()
  return [sent(), row?.rows, row?.calls].join(', ')
}

const shown = (times: readonly number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(1)).join(' / ')

try {
  const daemons = [await daemon('this', own), await daemon('other', other), await daemon('again', own)]
  const bare: Arm = { name: 'bare', folder: '/', ...sender(await echoServer(scratch()), ''), rss: () => 0 }
  const arms = [...daemons, bare]
  const [times, memory] = [new Map<string, number[]>(), new Map<string, number[]>()]
  const note = (map: Map<string, number[]>, { name }: Arm, ...values: number[]) =>
    map.set(name, [...(map.get(name) ?? []), ...values])
  // What is compiled and read for the first time is not counted
  for (const arm of arms) await atRate(arm)
  for (let turn = 0; turn < Number(turns); turn++)
    for (const arm of turn % 2 === 0 ? arms : arms.toReversed()) {
      note(times, arm, ...(await atRate(arm)))
      note(memory, arm, arm.rss())
    }
  const wide = new Map<string, number[]>()
  const projects = new Map<string, number[]>()
  for (const arm of arms) {
    note(wide, arm, ...(await meanwhile(arm, () => widePayloads(arm))))
    if (arm !== bare) note(projects, arm, ...(await meanwhile(arm, () => newProjects(arm))))
  }
  await sleep(1_000)
  const base = quantile(times.get('bare') ?? [], 0.95)
  const rows = await Promise.all(
    arms.map(async (arm) => {
      const of = (map: Map<string, number[]>) => map.get(arm.name) ?? []
      const ratio = (quantile(of(times), 0.95) / base).toFixed(1)
      const kept = arm === bare ? '' : await counted(arm)
      return [arm.name, shown(of(times)), ratio, of(memory).join(', '), shown(of(wide)), shown(of(projects)), kept]
    }),
  )
  const head = [
    'p50 / p95 / p99 / max',
    '200 a second',
    '× bare',
    'MB',
    '100,000 keys',
    'new projects',
    'sent, rows, different',
  ]
  process.stdout.write(`${table(head, rows)}\n`)
} finally {
  await endAll()
}
