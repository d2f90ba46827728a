import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowed, contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const ORPHAN = 'Left open by sessions that stopped without ending:'
const permissions = allowed.map((words) => (words.startsWith('Bash') ? `${words} mcp__hindcast__experience` : words))

interface Shown {
  readonly id: string
  readonly state: string
  readonly provisional: boolean
  readonly tier: string | null
  readonly sessionId: string
  readonly rootCause: string | null
  readonly outcome: { readonly status: string; readonly result: string; readonly autoCaptured: boolean } | null
}

/** What pytest prints for one failing test of two. */
const PYTEST = `#!/bin/sh
cat <<'END'
============================= test session starts ==============================
platform linux -- Python 3.12.3, pytest-8.2.0, pluggy-1.5.0
collected 2 items

test_cache.py F.                                                         [100%]

=================================== FAILURES ===================================
_________________________________ test_expiry __________________________________

    def test_expiry():
>       assert cache.get('a') is None
E       AssertionError: assert 1 is None

test_cache.py:9: AssertionError
=========================== short test summary info ============================
FAILED test_cache.py::test_expiry - AssertionError: assert 1 is None
========================= 1 failed, 1 passed in 0.42s ==========================
END
exit 1
`

let world: World
let first: HeadlessResult

const bash = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Run it' } }]
const experience = (input: Record<string, unknown>): Turn => [
  { type: 'tool_use', name: 'mcp__hindcast__experience', input },
]
const belief = (goal: string, more: object = {}) =>
  experience({
    ...{ action: 'start', goal, hypothesis: 'two workers share one temporary folder' },
    ...{ plan: 'run it with one worker', prediction: 'the test passes every time', ...more },
  })
const run = (prompt: string, turns: readonly Turn[]): Promise<HeadlessResult> =>
  runHeadless(world, { prompt, turns, permissions, env: { PATH: `${join(world.project, 'bin')}:${world.env.PATH}` } })
const list = async (...words: string[]): Promise<readonly Shown[]> =>
  (await hindcastJson<{ experiences: Shown[] }>(world, 'experiences', ...words)).experiences

/** The requests that first contain these words, and what the model is sent last. */
const firstWith = ({ main }: HeadlessResult, words: string): number =>
  main.findIndex((request) => contextOf(request).includes(words))
const sent = ({ main }: HeadlessResult): string => contextOf(main.at(-1))

beforeAll(async () => {
  world = await makeWorld({ 'bin/pytest': PYTEST, 'test_cache.py': 'def test_expiry(): ...\n' })
  chmodSync(join(world.project, 'bin/pytest'), 0o755)
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  const calls = Array.from({ length: 10 }, (_, n) => bash(`echo step ${n}`))
  first = await run('Fix the flaky cache test', [
    belief('make the cache test reliable', { expect: 'pytest test_cache.py passes', domain: 'testing' }),
    ...calls,
    bash('./bin/pytest test_cache.py'),
    bash('./bin/pytest test_cache.py'),
    experience({
      ...{ action: 'resolve', status: 'falsified', result: 'test_expiry still fails with one worker' },
      ...{ surprise: 'it fails without any parallelism', rootCause: 'timing-issue' },
      ...{ cause: 'the expiry is rounded to whole seconds', lesson: 'freeze the clock before testing an expiry' },
    }),
    [{ type: 'text', text: 'It was the clock.' }],
  ])
})
afterAll(() => world?.close())

describe('a session that tests a belief', () => {
  it('starts without an offer, and is asked beside the result of the tenth call', () => {
    expect(first.exitCode, first.stderr).toBe(0)
    expect(contextOf(first.main[0])).not.toContain(ORPHAN)
    // The request after the start and ten calls
    expect(firstWith(first, 'Check-in on x_')).toBe(11)
    expect(sent(first).split('Check-in on x_')).toHaveLength(2)
    expect(sent(first)).toContain('predicts “the test passes every time”. Still valid?')
  })

  it('is told once, beside the result, that a run is not as expected, with the three questions', () => {
    expect(firstWith(first, 'Not as expected')).toBe(12)
    expect(sent(first).split('Not as expected')).toHaveLength(2)
    expect(sent(first)).toMatch(/status falsified.*What surprised you.*root cause.*next time/)
  })

  it('leaves an experience of tier gold, which the next session finds', async () => {
    expect(await list('list', '--status', 'falsified')).toMatchObject([
      {
        state: 'closed',
        tier: 'gold',
        rootCause: 'timing-issue',
        outcome: { status: 'falsified', autoCaptured: true },
      },
    ])
    const next = await run('Fix the flaky cache test', [
      experience({ action: 'search', words: 'expiry clock' }),
      [{ type: 'text', text: 'I will freeze the clock.' }],
    ])
    expect(contextOf(next.main[0])).toContain('the expiry is rounded to whole seconds')
    expect(contextOf(next.main[0])).not.toContain(ORPHAN)
    expect(sent(next)).toContain('timing-issue')
  })

  it('that ends as it should abandons what is still open', async () => {
    await run('Speed up the cache', [belief('a faster cache'), [{ type: 'text', text: 'Later.' }]])
    await expect
      .poll(() => list('list', '--status', 'abandoned'))
      .toMatchObject([{ state: 'closed', outcome: { status: 'abandoned', result: 'session ended' } }])
  })
})

describe('a session that is killed with a belief open', () => {
  const killed = (goal: string) => run('Try it', [belief(goal), bash('kill -KILL "$CLAUDE_PID"')])
  const open = async () => (await list('list')).filter(({ state, provisional }) => state === 'open' && !provisional)

  it('leaves it to the next session, once, which can adopt it', async () => {
    await killed('a smaller cache')
    const [orphan] = await open()
    const id = orphan?.id ?? expect.fail('nothing is open')
    const next = await run('Go on', [
      experience({ action: 'adopt', id }),
      experience({ action: 'current' }),
      bash('kill -KILL "$CLAUDE_PID"'),
    ])
    expect(contextOf(next.main[0])).toContain(`${ORPHAN}\n${id} `)
    expect(contextOf(next.main[0])).toContain(
      'goal “a smaller cache”, agent believed “two workers share one temporary folder”',
    )
    const [held] = await open()
    expect(held).toMatchObject({ id })
    expect(held?.sessionId).not.toBe(orphan?.sessionId)
    await hindcast(world, 'experiences', 'abandon', id, 'enough')
  })

  it('or abandon it with a reason', async () => {
    await killed('a larger cache')
    const [orphan] = await open()
    const id = orphan?.id ?? expect.fail('nothing is open')
    const next = await run('Go on', [experience({ action: 'abandon', id, words: 'no longer needed' })])
    expect(contextOf(next.main[0])).toContain(`${ORPHAN}\n${id} `)
    expect(await open()).toEqual([])
    const [abandoned] = await list('show', id)
    expect(abandoned?.outcome).toMatchObject({ status: 'abandoned', result: 'no longer needed' })
  })
})
