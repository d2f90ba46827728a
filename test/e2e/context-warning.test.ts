import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf } from './lab/headless.ts'
import { hindcast } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let terminal: Terminal
/** An answer to a request with this many tokens. */
const answer = (tokens: number) => [{ tokens, blocks: [{ type: 'text' as const, text: `Held ${tokens}.` }] }]

/** The warnings that the model has received by the time of a prompt; the transcript is read shortly after each turn ends. */
async function toldBy(tokens: number): Promise<string[]> {
  const [request] = await terminal.ask(`Go on at ${tokens}`, answer(tokens))
  await sleep(700)
  return contextOf(request).match(/The context is \d+% full \([^)]*\)/g) ?? []
}

/** The same after another prompt, if nothing is new yet: a busy machine may delay a warning until the next prompt. */
async function toldOnce(tokens: number): Promise<string[]> {
  const before = await toldBy(tokens)
  for (let tries = 0; tries < 15; tries++) if ((await toldBy(tokens)).length > before.length) break
  return toldBy(tokens)
}

const shown = async (percent: number): Promise<number> =>
  (await terminal.scrollback()).split(`Hindcast: The context is ${percent}% full`).length - 1

const AT_72 = 'The context is 72% full (145,000 of 200,000 tokens)'
const AT_81 = 'The context is 81% full (162,000 of 200,000 tokens)'

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'one\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  terminal = await openTerminal(world, { args: ['--model', 'claude-sonnet-4-5'] })
})
afterAll(() => world?.close())

describe('a context window that fills up', () => {
  it('is reported once per threshold: to the model at a prompt, to the person when a turn ends', async () => {
    expect(await toldBy(100_000)).toEqual([])
    expect(await toldOnce(145_000)).toEqual([AT_72])
    expect(await toldOnce(162_000)).toEqual([AT_72, AT_81])
    // On a busy machine a warning may come one turn later, or not at all once the next threshold is passed
    expect(await shown(72)).toBeLessThanOrEqual(1)
    expect((await shown(72)) + (await shown(81))).toBeGreaterThan(0)
    expect(await shown(81)).toBeLessThanOrEqual(1)
  })

  it('is reported again when it fills up again after a compaction', async () => {
    await terminal.type('/compact')
    await terminal.until(/Compacted/i)
    await terminal.idle()
    await sleep(500)
    expect(await toldBy(145_000)).toEqual([])
    expect(await toldOnce(145_000)).toEqual([AT_72])
  })
})
