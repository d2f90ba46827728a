import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { on } from '../../src/domain/behaviour.ts'
import type { EnginePorts } from '../../src/engine/engine.ts'
import { call, named, world } from './world.ts'

const slowly = ({ memories }: EnginePorts): Partial<EnginePorts> => ({
  memories: { ...memories, observations: (filter) => sleep(150).then(() => memories.observations(filter)) },
})

test.each([
  [0, {}],
  [60_000, { note: 'at last' }],
])('for the first %i ms of an engine what would be late is waited for', async (coldMs, answer) => {
  const slow = on('PreToolUse', {
    lane: 'reply',
    budgetMs: 100,
    onFailure: 'pass',
    needs: () => ({ found: { fact: 'observations', session: 's1', limit: 1 } }) as const,
    decide: () => [{ kind: 'note', text: 'at last', rank: 1 }],
  })
  const { engine } = await world([named('slow', slow)], { over: slowly, coldMs })
  expect((await engine.take(call('ls'))).answer).toEqual(answer)
})
