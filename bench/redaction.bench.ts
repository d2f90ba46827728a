// Milliseconds to find the secrets of a text, by size and content, one JSON line each. Arms run interleaved; `same` runs
// what `find` runs, so that their difference is the noise. `held` is the longest that the event loop was kept waiting.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { secretlint } from '../src/adapters/secrets/secretlint.ts'

const CODE = 'export const sum = (a: number, b: number) => a + b // password: string, token = await getToken()\n'
const LOG =
  '2026-01-01T00:00:00Z GET https://api.internal/v1/users/550e8400-e29b-41d4-a716-446655440000 200 12ms sha512-q83vEjRW\n'
const SECRET = `DB_URL=postgres://app:tr0ub4dor@db/shop API_KEY=${'a1B2c3D4'.repeat(4)}\n`
const TEXTS = { code: CODE, log: LOG, secrets: SECRET }

for (const kb of [8, 64, 1024])
  for (const [content, line] of Object.entries(TEXTS)) {
    const text = line.repeat(Math.ceil((kb * 1024) / line.length)).slice(0, kb * 1024)
    const times: Record<string, number[]> = { find: [], same: [] }
    const rounds = kb > 100 ? 20 : 200
    for (let round = -10; round < rounds; round++)
      for (const arm of round % 2 === 0 ? ['find', 'same'] : ['same', 'find']) {
        const start = performance.now()
        await secretlint.find(text)
        if (round >= 0) times[arm]?.push(performance.now() - start)
        await setImmediate()
      }
    for (const [arm, values] of Object.entries(times)) print({ what: 'find', kb, content, arm, ...quantiles(values) })
    print({ what: 'held', kb, content, ms: await held(text) })
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

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
