import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { quantile } from '../../bench/retrieval/figures.ts'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'
import './measured.ts'
import { isWhole } from './scenario.ts'
import { idOf } from './script.ts'

const [SESSIONS, EVENTS] = isWhole ? [32, 20_000] : [32, 2_000]
const EVERY_MS = 5

// It ends no idle connection either: a call sent over it at that moment would fail
const BARE = `const server = require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

/** A home with a daemon, and a bare HTTP server in a process of its own. */
async function started() {
  const world = makeWorld({ HINDCAST_PATIENCE: '1' })
  onTestFinished(() => world.remove())
  await world.start()
  const bare: ChildProcess = spawn(process.execPath, ['-e', BARE], { env: world.env })
  onTestFinished(() => void bare.kill())
  const port = await new Promise<number>((done) => bare.stdout?.once('data', (text) => done(Number(text))))
  const { port: own, token } = world.endpoint()
  return { world, toDaemon: poster(own, token), toBare: poster(port, token) }
}

/** Posts a payload over one of as many connections as there are clients; gives how long the answer took. */
function poster(port: number, token: string): (body: string) => Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SESSIONS })
  onTestFinished(() => agent.destroy())
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-hindcast': '1' }
  const options = { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers }
  return (body) =>
    new Promise((done, fail) => {
      const began = performance.now()
      const request = http.request(options, (response) => {
        expect(response.statusCode).toBe(200)
        response.resume().on('end', () => done(performance.now() - began))
      })
      request.on('error', fail).end(body)
    })
}

/**
 * Calls `send` for each event at a fixed rate. Within a session, the client waits for one answer before it makes the next
 * call; gives the times of the answers.
 */
async function atRate(send: (n: number) => Promise<number>): Promise<number[]> {
  const began = performance.now()
  const session = async (first: number) => {
    const times: number[] = []
    for (let n = first; n < EVENTS; n += SESSIONS) {
      await sleep(Math.max(0, began + n * EVERY_MS - performance.now()))
      times.push(await send(n))
    }
    return times
  }
  return (await Promise.all(Array.from({ length: SESSIONS }, (_, first) => session(first)))).flat()
}

const call = (world: World, session: number, n: number, more: object = {}): string =>
  JSON.stringify({
    ...{
      session_id: idOf(session, 0),
      prompt_id: idOf(session, 1),
      cwd: world.project,
      hook_event_name: 'PostToolUse',
    },
    ...{ tool_name: 'Bash', tool_use_id: `toolu_${session}_${n}`, tool_input: { command: `valve --open ${n}` } },
    ...{ tool_response: { stdout: `opened ${n}\n`.repeat(40), stderr: '', interrupted: false }, duration_ms: 3 },
    ...more,
  })

const rssOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)

const ms = (value: number): string => value.toFixed(1)

/** How many tool calls a world's store has, and how many different ones. */
async function kept(world: World): Promise<{ rows: number; calls: number }> {
  const db = await openRaw(join(world.home, 'hindcast.db'))
  const [row] = db
    .prepare('SELECT count(*) AS rows, count(DISTINCT id) AS calls FROM events WHERE tool IS NOT NULL')
    .all()
  db.close()
  return row as { rows: number; calls: number }
}

test(`${SESSIONS} sessions with ${EVENTS} calls at 200 a second lose and double nothing`, async ({ task }) => {
  const { world, toDaemon, toBare } = await started()
  const { pid } = world.endpoint()
  const memory: number[] = []
  const bare: number[] = []
  const times = await atRate(async (n) => {
    if (n % (EVENTS / 4) === 0) memory.push(rssOf(pid))
    const body = call(world, n % SESSIONS, n)
    // One after the other, so that both arms have the same machine
    bare.push(await toBare(body))
    return toDaemon(body)
  })
  memory.push(rssOf(pid))
  await until('everything is kept', async () => (await kept(world)).calls === EVENTS).catch(() => undefined)
  const { rows, calls } = await kept(world)
  const [p95, base] = [quantile(times, 0.95), quantile(bare, 0.95)]
  task.meta.measured = {
    ...{ fault: `${EVENTS} calls at 200/s`, lost: EVENTS - calls, doubled: rows - calls },
    note: `p95 ${ms(p95)} ms, bare server ${ms(base)} ms: ×${ms(p95 / base)} (×3 promised); RSS ${memory.join(', ')} MB`,
  }
  expect({ rows, calls }).toEqual({ rows: EVENTS, calls: EVENTS })
})

/** Probes both servers while `burden` runs, and reports how much later than usual answers came. */
async function burdened(
  { task }: TestContext,
  fault: string,
  burden: (to: Started) => Promise<unknown>,
): Promise<void> {
  const all = await started()
  const { world, toDaemon, toBare } = all
  let n = 0
  const probe = async () => {
    const [daemon, bare] = [await toDaemon(call(world, 1, n++)), await toBare(call(world, 1, n++))]
    return { daemon, bare }
  }
  for (let warm = 0; warm < 50; warm++) await probe()
  const calm: number[] = []
  for (let one = 0; one < 100; one++) calm.push((await probe()).daemon)
  let isDone = false
  const done = burden(all).finally(() => {
    isDone = true
  })
  const [times, bare]: [number[], number[]] = [[], []]
  while (!isDone) {
    const { daemon, bare: base } = await probe()
    times.push(daemon)
    bare.push(base)
    await sleep(2)
  }
  await done
  const most = (list: readonly number[], share: number) => ms(quantile(list, share))
  task.meta.measured = {
    ...{ fault, lost: 0, doubled: 0 },
    note:
      `others' calls p50 ${most(times, 0.5)}, p99 ${most(times, 0.99)}, max ${most(times, 1)} ms` +
      ` (before: p99 ${most(calm, 0.99)}; bare server meanwhile: p99 ${most(bare, 0.99)}, max ${most(bare, 1)})`,
  }
  expect(times.length).toBeGreaterThan(0)
}

type Started = Awaited<ReturnType<typeof started>>

/** Stands for a hundred thousand keys, which are made into text before anything is measured: that holds up this process. */
const WIDE = 'wide'
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key-${n}`, n])))

const WIDE_PAYLOADS = isWhole ? 40 : 8

test(`${WIDE_PAYLOADS} payloads of 100,000 keys are answered, and so are other calls meanwhile`, (context) =>
  burdened(context, 'payloads of 100,000 keys', async ({ world, toDaemon }) => {
    for (let n = 0; n < WIDE_PAYLOADS; n++) {
      const where = [{ tool_input: WIDE }, { tool_response: WIDE }, { hook_event_name: 'Unheard', all: WIDE }][n % 3]
      await toDaemon(call(world, 2, n, where).replace(`"${WIDE}"`, wide))
    }
  }))

const PROJECTS = isWhole ? 3_000 : 300

test(`${PROJECTS} new projects are recorded, and other calls are answered meanwhile`, (context) =>
  burdened(context, `${PROJECTS} new projects`, async ({ world, toDaemon }) => {
    for (let n = 0; n < PROJECTS; n += 8) {
      const group = Array.from({ length: Math.min(8, PROJECTS - n) }, (_, one) => {
        const cwd = join(world.root, 'projects', String(n + one))
        mkdirSync(cwd, { recursive: true })
        return toDaemon(call(world, 1_000 + n + one, 0, { cwd }))
      })
      await Promise.all(group)
    }
    expect((await world.api('status')).counts.projects).toBeGreaterThan(PROJECTS)
  }))
