import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { endTranscript, nextValue } from '../src/wire/claude-code/transcript/reader.ts'
import { splitValues } from '../src/wire/claude-code/transcript/split.ts'
import { beforeFirstLine } from '../src/wire/claude-code/transcript/state.ts'

/**
 * Megabytes of transcript read per second, from text in memory: lines split into values, and split and decoded. One JSON line
 * per arm: median, minimum and maximum of the rounds; `a` and `a'` are the same work (an A/A arm): their difference is the
 * noise. Reads real transcripts if there are any beside the repository, otherwise the recorded ones, repeatedly.
 */
const ROUNDS = 9
const ENOUGH = 16_000_000
const arms = { split: (text: string) => split(text), decode: (text: string) => decode(text) }

const texts = enough([resolve('../shared/data/transcripts'), resolve('test/fixtures/claude-code-2.1.330/transcripts')])
const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1_000_000

for (const [work, run] of Object.entries(arms)) {
  measure(run)
  const rounds = Array.from({ length: ROUNDS }, () => [measure(run), measure(run)] as const)
  for (const [at, arm] of ['a', "a'"].entries()) {
    report(
      work,
      arm,
      rounds.map((round) => round[at] ?? 0),
    )
  }
}

function enough(folders: readonly string[]): string[] {
  const found = folders.filter((folder) => existsSync(folder)).map(textsIn)
  const once = found.find(({ length }) => length > 0) ?? []
  const size = once.reduce((sum, text) => sum + text.length, 0)
  return Array.from({ length: Math.max(1, Math.ceil(ENOUGH / Math.max(1, size))) }, () => once).flat()
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl') && !file.endsWith('.hooks.jsonl'))
    .map((file) => readFileSync(resolve(folder, file), 'utf8'))
}

function split(text: string): number {
  let values = 0
  for (const line of text.split('\n')) values += splitValues(line).values.length
  return values
}

function decode(text: string): number {
  let state = beforeFirstLine()
  let events = 0
  for (const line of text.split('\n')) {
    for (const value of splitValues(line).values) {
      const step = nextValue(state, value)
      state = step.state
      events += step.told.length
    }
  }
  return events + endTranscript(state).told.length
}

/** Megabytes a second. */
function measure(run: (text: string) => number): number {
  const start = process.hrtime.bigint()
  for (const text of texts) run(text)
  return megabytes / (Number(process.hrtime.bigint() - start) / 1e9)
}

function report(work: string, arm: string, rounds: readonly number[]): void {
  const sorted = rounds.toSorted((a, b) => a - b).map((rate) => Math.round(rate * 10) / 10)
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)]
  const line = { bench: 'transcript', work, arm, mbPerS: median, least, most, mb: Math.round(megabytes) }
  process.stdout.write(`${JSON.stringify({ ...line, node: process.version })}\n`)
}
