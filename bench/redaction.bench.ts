// What redaction costs and what it redacts, one JSON line each.
//   npm run bench -- redaction [--against FOLDER]
//     Milliseconds to find the secrets of a text, by size and content, beside those of the source in another folder. Arms
//     run interleaved; `same` runs what `find` runs, so that their difference is the noise. `held` is the longest that the
//     event loop was kept waiting.
//   npm run bench -- redaction FOLDER... [--examples FILE] [--against FOLDER]
//     What is redacted in the files of folders, by kind, and in total per MB; the strings of lines in .jsonl files. A
//     hundred of them, picked at random, go to FILE with their surroundings; it must not lie in the repository.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { secretlint } from '../src/adapters/secrets/secretlint.ts'
import type { Secrets } from '../src/ports/system.ts'

const { values: given, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, examples: { type: 'string' } },
})
const other = given.against === undefined ? undefined : await secretsOf(given.against)
if (folders.length > 0) await count(folders)
else for (const kb of [0.2, 2, 8, 64, 1024]) await time(kb)

/** Bundles another version of the rules. */
async function secretsOf(folder: string): Promise<Secrets> {
  const outfile = resolve('.cache/bench/redaction/other.mjs')
  const entry = join(folder, 'src/adapters/secrets/secretlint.ts')
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile })
  return (await import(outfile)).secretlint
}

async function time(kb: number): Promise<void> {
  const CODE = 'export const sum = (a: number, b: number) => a + b // password: string, token = await getToken()\n'
  const LOG =
    '2026-01-01T00:00:00Z GET https://api.internal/v1/users/550e8400-e29b-41d4-a716-446655440000 200 12ms sha512-q83vEjRW\n'
  const SECRET = `DB_URL=postgres://app:tr0ub4dor@db/shop API_KEY=${'a1B2c3D4'.repeat(4)}\n`
  for (const [content, line] of Object.entries({ code: CODE, log: LOG, secrets: SECRET })) {
    const text = line.repeat(Math.ceil((kb * 1024) / line.length)).slice(0, kb * 1024)
    const arms: Record<string, Secrets> = { find: secretlint, same: secretlint, ...(other && { other }) }
    const times = Object.fromEntries(Object.keys(arms).map((arm) => [arm, [] as number[]]))
    const rounds = kb > 100 ? 20 : 200
    for (let round = -10; round < rounds; round++)
      for (const [arm, { find }] of round % 2 === 0 ? Object.entries(arms) : Object.entries(arms).reverse()) {
        const start = performance.now()
        await find(text)
        if (round >= 0) times[arm]?.push(performance.now() - start)
        await setImmediate()
      }
    for (const [arm, values] of Object.entries(times))
      print({ what: 'find', kb, content, arm, n: rounds, ...quantiles(values) })
    print({ what: 'held', kb, content, ms: await held(text) })
  }
}

async function held(text: string): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await setTimeout(20)
  for (let i = 0; i < 10; i++) {
    await secretlint.find(text)
    await setTimeout(2)
  }
  delay.disable()
  return round(delay.max / 1e6)
}

interface Redaction {
  readonly kind: string
  readonly shown: string
}

async function count(folders: readonly string[]): Promise<void> {
  if (given.examples !== undefined && !relative('.', given.examples).startsWith('..'))
    throw new Error(`--examples: ${given.examples} is in the repository; name a file outside it`)
  for (const [arm, secrets] of Object.entries({ find: secretlint, ...(other && { other }) })) {
    const redactions: Redaction[] = []
    let [size, ms] = [0, 0]
    for (const folder of folders)
      for await (const { path, text } of textsIn(folder)) {
        size += text.length
        const start = process.cpuUsage()
        const found = await secrets.find(text)
        ms += process.cpuUsage(start).user / 1000
        const distinct = found.filter(({ start }, at) => found.findIndex((each) => each.start === start) === at)
        redactions.push(...distinct.map((range) => ({ kind: range.kind, shown: shown(path, text, range) })))
      }
    const mb = size / 1e6
    const kinds = new Map<string, number>()
    for (const { kind } of redactions) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    for (const [kind, length] of [...kinds].sort(([, a], [, b]) => b - a))
      print({ what: 'redacted', arm, kind, count: length, perMB: round(length / mb) })
    print({
      what: 'total',
      arm,
      mb: round(mb),
      count: redactions.length,
      perMB: round(redactions.length / mb),
      msPerMB: round(ms / mb),
    })
    if (arm === 'find' && given.examples !== undefined) await writeFile(given.examples, some(redactions).join('\n'))
  }
}

function shown(path: string, text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const line = (part: string) => JSON.stringify(part).slice(1, -1)
  return `${path}\t${line(text.slice(Math.max(0, start - 60), start))}⟦${line(text.slice(start, Math.min(end, start + 120)))}⟧${line(text.slice(end, end + 30))}`
}

/** A hundred of them, picked by a fixed seed. */
function some(redactions: readonly Redaction[]): string[] {
  let state = 7
  const keyed = redactions.map(({ kind, shown }) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return { key: state, line: `${kind}\t${shown}` }
  })
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, 100)
    .map(({ line }) => line)
}

async function* textsIn(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const content = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    if (content.slice(0, 4096).includes('\0')) continue
    for (const text of entry.name.endsWith('.jsonl') ? strings(content) : [content]) yield { path, text }
  }
}

/** The strings of each line's JSON, beside their keys; a line that is not JSON as it is. */
function* strings(lines: string): Generator<string> {
  for (const line of lines.split('\n')) {
    const parts: string[] = []
    try {
      JSON.parse(line, (key, value) => {
        if (typeof value === 'string') parts.push(`"${key}": "${value}"`)
        return value
      })
    } catch {
      parts.push(line)
    }
    yield parts.join('\0\n')
  }
}

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
