import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Imports a folder of transcripts (the first argument) into the built daemon (run `npm run build` first). One JSON line per
 * measurement: MB/s until everything is stored and searchable; answers to PostToolUse in ms before, during and after the
 * import; memory afterwards; and how long the queue takes for the rest. `before` and `before'` are the same work: the noise.
 */
const SOURCE = resolve(process.argv[2] ?? '../shared/data/transcripts')
const TIMED = Number(process.argv[3] ?? 300)

if (!existsSync(SOURCE)) throw new Error(`no transcripts at ${SOURCE}`)
const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
const projects = join(folder, '.claude/projects')
mkdirSync(projects, { recursive: true })
cpSync(SOURCE, projects, { recursive: true })
const env = { PATH: process.env.PATH, HOME: folder, HINDCAST_HOME: join(folder, 'h'), HINDCAST_PORT: '0' }
const daemon = spawn(process.execPath, [resolve('dist/daemon.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
const agent = new http.Agent({ keepAlive: true })
let n = 0

interface Imported {
  readonly ms: number
  readonly events: number
  readonly sessions: number
  readonly prompts: number
}

try {
  await listening()
  const { bytes } = await api<{ bytes: number }>('import', { dryRun: true })
  report('rss idle', { mb: rss() })
  report('answer before', await timed(TIMED))
  report("answer before'", await timed(TIMED))
  const cpu = cpuMs()
  let isOver = false
  const importing = api<Imported>('import', {}).finally(() => {
    isOver = true
  })
  report('answer while importing', await timed(Number.POSITIVE_INFINITY, () => isOver))
  const { ms, sessions, prompts, events } = await importing
  report('import with answers', {
    ...{ sessions, prompts, events, ms },
    cpuMs: cpuMs() - cpu,
    mbPerS: round(bytes / 1e3 / ms),
  })
  report('rss after', { mb: rss() })
  const began = performance.now()
  while ((await api<{ queue: { pending: number } }>('status', {})).queue.pending > 0) await sleep(100)
  report('distilled', { ms: Math.round(performance.now() - began), rssMb: rss() })
  report('answer after', await timed(TIMED))
  const again = await api<Imported>('import', {})
  report('again', { ms: again.ms, events: again.events })
} finally {
  daemon.kill('SIGKILL')
  agent.destroy()
  await sleep(100)
  rmSync(folder, { recursive: true, force: true })
}

/** Answers one after another, with a pause between as people's sessions have them. */
async function timed(most: number, isOver = () => false) {
  const times: number[] = []
  while (times.length < most && !isOver()) {
    const began = performance.now()
    await send('/hook', payload())
    times.push(performance.now() - began)
    await sleep(3)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(0.999), n: times.length }
}

function payload(): object {
  return {
    ...{ session_id: 'bench', cwd: folder, prompt_id: `p-${Math.floor(n / 40)}`, hook_event_name: 'PostToolUse' },
    ...{ tool_name: 'Edit', tool_use_id: `toolu_${n++}`, duration_ms: 5 },
    tool_input: { file_path: `${folder}/a.ts`, old_string: 'a', new_string: 'b'.repeat(400) },
    tool_response: { structuredPatch: [{ lines: ['-a', `+${'b '.repeat(2_000)}`] }] },
  }
}

async function api<T>(verb: string, input: object): Promise<T> {
  return JSON.parse(await send(`/api/${verb}`, input)) as T
}

function send(path: string, body: object): Promise<string> {
  const { port } = JSON.parse(readFileSync(join(folder, 'h/daemon.json'), 'utf8')) as { port: number }
  const token = readFileSync(join(folder, 'h/token'), 'utf8').trim()
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => done(text))
    })
    request.on('error', fail).end(JSON.stringify(body))
  })
}

async function listening(): Promise<void> {
  while (!existsSync(join(folder, 'h/daemon.json'))) await sleep(20)
}

function rss(): number {
  const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}

/** What the daemon spent of the processor, user and system, in ms (Linux counts hundredths of a second). */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${daemon.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function round(figure: number): number {
  return Number(figure.toFixed(2))
}

function report(measure: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ measure, ...figures })}\n`)
}
