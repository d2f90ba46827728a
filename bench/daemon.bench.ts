import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A whole answer over HTTP from the built daemon (`npm run build` first), by event, against a bare HTTP echo in the same
 * run. A JSON line a measure, in milliseconds over a keep-alive connection; `echo` and `echo'` are one work: the noise.
 * The first argument says how many tool calls are kept before (default 2,000), the second how many answers are timed (500).
 */
const KEPT = Number(process.argv[2] ?? 2_000)
const TIMED = Number(process.argv[3] ?? 500)

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
const env = { PATH: process.env.PATH, HOME: folder, HINDCAST_HOME: join(folder, 'h') }
const daemon = spawn(process.execPath, [resolve('dist/daemon.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
const echo = http.createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
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
    tool_response: { structuredPatch: [{ lines: ['-a', `+${'b '.repeat(2_000)}`] }] },
    duration_ms: 5,
  }),
  UserPromptSubmit: () => ({
    ...common('UserPromptSubmit'),
    prompt: `Fix problem ${n} in the parser so that it keeps the last row`,
  }),
  Stop: () => ({
    ...common('Stop'),
    stop_hook_active: false,
    last_assistant_message: `Fixed problem ${n} in the parser.`,
  }),
  SessionStart: () => ({ ...common('SessionStart'), session_id: `start-${n}`, source: 'startup' }),
}

try {
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  const echoPort = (echo.address() as AddressInfo).port
  const { port, token } = await listening()
  for (let kept = 0; kept < KEPT; kept += 4) {
    await Promise.all([1, 2, 3, 4].map(() => post(port, token, payloads.PostToolUse())))
    if (kept % 200 === 0) await post(port, token, payloads.Stop())
  }
  await drained(port, token)
  report('rss', { mb: Math.round(rssOf(daemon.pid ?? 0) / 1024 / 1024) })
  await time('echo', () => post(echoPort, token, payloads.PreToolUse()))
  for (const [event, payload] of Object.entries(payloads)) await time(event, () => post(port, token, payload()))
  await time("echo'", () => post(echoPort, token, payloads.PreToolUse()))
} finally {
  daemon.kill('SIGKILL')
  agent.destroy()
  echo.close()
  await sleep(100)
  rmSync(folder, { recursive: true, force: true })
}

async function time(name: string, once: () => Promise<void>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < TIMED; at++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
  report(name, { p50: at(0.5), p95: at(0.95), max: at(0.999), n: TIMED })
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
      await sleep(20)
    }
  }
}

/** The queue is done, so that what is timed is the answer alone. */
async function drained(port: number, token: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/status`, { headers: { authorization: `Bearer ${token}` } })
    const { queue } = (await reply.json()) as { queue: { pending: number } }
    if (queue.pending === 0) return
    await sleep(200)
  }
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

function report(measure: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ measure, ...figures })}\n`)
}
