import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf } from './lab/headless.ts'
import { hindcast } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let terminal: Terminal
/** An answer whose request held so many tokens. */
const answer = (tokens: number) => [{ tokens, blocks: [{ type: 'text' as const, text: `Held ${tokens}.` }] }]

/** Of how full a context the model has been told by the time of a prompt; the transcript is read shortly after each stop. */
async function toldBy(tokens: number): Promise<string[]> {
  const [request] = await terminal.ask(`Go on at ${tokens}`, answer(tokens))
  await sleep(700)
  return contextOf(request).match(/The context is \d+ % full \([^)]*\)/g) ?? []
}

/** The same once there is something new, and one prompt more: what a busy machine leaves out is told at the next prompt. */
async function toldOnce(tokens: number): Promise<string[]> {
  const before = await toldBy(tokens)
  for (let tries = 0; tries < 15; tries++) if ((await toldBy(tokens)).length > before.length) break
  return toldBy(tokens)
}

const shown = async (percent: number): Promise<number> =>
  (await terminal.scrollback()).split(`Hindcast: The context is ${percent} % full`).length - 1

const AT_72 = 'The context is 72 % full (145,000 of 200,000 tokens)'
const AT_81 = 'The context is 81 % full (162,000 of 200,000 tokens)'

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'one\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  terminal = await openTerminal(world, { args: ['--model', 'claude-sonnet-4-5'] })
})
afterAll(() => world?.close())

describe('a context that fills up', () => {
  it('is told to the model at a prompt and to the person at a stop, each threshold once', async () => {
    expect(await toldBy(100_000)).toEqual([])
    expect(await toldOnce(145_000)).toEqual([AT_72])
    expect(await toldOnce(162_000)).toEqual([AT_72, AT_81])
    // One that a busy machine left out is told at the next stop, or not at all once the next threshold is passed
    expect(await shown(72)).toBeLessThanOrEqual(1)
    expect((await shown(72)) + (await shown(81))).toBeGreaterThan(0)
    expect(await shown(81)).toBeLessThanOrEqual(1)
  })

  it('is told anew once it was compacted and fills up again', async () => {
    await terminal.type('/compact')
    await terminal.until(/Compacted/i)
    await terminal.idle()
    await sleep(500)
    expect(await toldBy(145_000)).toEqual([])
    expect(await toldOnce(145_000)).toEqual([AT_72])
  })
})
