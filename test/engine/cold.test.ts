import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { on } from '../../src/domain/behaviour.ts'
import { call, named, observedBehind, world } from './world.ts'

const BUDGET_MS = 1_000

test.each([
  ['has just started, what would be late is waited for', 600_000, { note: 'at last' }],
  ['is warm, it is not', 0, {}],
])('where an engine %s', async (_, coldMs, answer) => {
  const slow = on('PreToolUse', {
    lane: 'reply',
    budgetMs: BUDGET_MS,
    onFailure: 'pass',
    needs: () => ({ found: { fact: 'records', noun: 'observation', session: 's1', limit: 1 } }) as const,
    decide: () => [{ kind: 'note', text: 'at last', rank: 1 }],
  })
  const over = observedBehind({ through: (work) => sleep(2 * BUDGET_MS).then(work) })
  const { engine } = await world([named('slow', slow)], { over, coldMs, patience: 1 })
  expect((await engine.take(call('ls'))).answer).toEqual(answer)
})
