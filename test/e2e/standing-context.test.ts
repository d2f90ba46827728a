import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import { hindcast, typed } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const RULE = 'Releases are cut on Tuesdays from the stable branch'
let world: World
let told: HeadlessResult
let silenced: HeadlessResult

/** What Hindcast injected when the session started. */
const contextIn = (run: HeadlessResult) =>
  /<hindcast-context>[\s\S]*?<\/hindcast-context>/.exec(contextOf(run.main[0]))?.[0] ?? ''

beforeAll(async () => {
  world = await makeWorld({
    'CLAUDE.md': '# Rules\n\n- Run `make lint` before each commit to the shared branch.\n',
    'a.txt': 'one\n',
  })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  for (const text of [RULE, 'Run make lint before each commit to the shared branch'])
    expect(await typed(world, 'remember', text)).toMatchObject({ code: 0 })
  told = await runHeadless(world, { prompt: 'Please count the lines of a.txt' })
  expect((await hindcast(world, 'config', 'set', 'standing.enabled', 'off')).exitCode).toBe(0)
  silenced = await runHeadless(world, { prompt: 'Please count them again' })
})
afterAll(() => world?.close())

describe('a session', () => {
  it('is shown at its start what was remembered, with id, age and source', () => {
    expect(told.exitCode, told.stderr).toBe(0)
    expect(contextIn(told)).toMatch(new RegExp(`^o_[0-9a-f]{16} just now, user said “${RULE}”$`, 'm'))
  })

  it('is shown it once: the index has no row for it', () => {
    expect(contextIn(told).split('cut on Tuesdays').length - 1).toBe(1)
  })

  it('is not shown what its CLAUDE.md already says', () => {
    expect(contextOf(told.main[0])).toContain('make lint')
    expect(contextIn(told)).not.toContain('make lint')
  })

  it('is not shown it among current decisions if that is switched off', () => {
    expect(contextIn(silenced)).not.toContain('Current decisions')
  })
})
