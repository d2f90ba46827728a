import { expect, test } from 'vitest'
import { warnings } from '../../../src/domain/context/strain-lines.ts'
import { MINUTE, NOW } from './page.ts'

test('a resource is warned of at each threshold that it passes, and subagents lost for an hour do not count', () => {
  const limits = { agents: 5, memoryMb: 1000 } as Parameters<typeof warnings>[0]['limits']
  const usage = (tokens: number) => ({ session: 's', agent: '', at: 0, tokens, window: 1000 }) as never
  const agents = (count: number, since = NOW) => Array.from({ length: count }, (_, at) => ({ id: `a${at}`, since }))
  const warned = (over: object) =>
    warnings({ usage: undefined, freeMemoryMb: undefined, agents: [], limits, at: NOW, ...over } as never).map(
      ({ mark, passed }) => [mark, ...passed],
    )
  expect([699, 700, 800, 900].map((tokens) => warned({ usage: usage(tokens) }))).toEqual([
    [],
    [['context 70%']],
    [['context 80%', 'context 70%']],
    [['context 90%', 'context 70%', 'context 80%']],
  ])
  expect([1251, 1250, 1000, 0].map((freeMemoryMb) => warned({ freeMemoryMb })[0]?.[0])).toEqual([
    undefined,
    'memory 80%',
    'memory 100%',
    'memory 100%',
  ])
  expect([3, 4, 5].map((count) => warned({ agents: agents(count) })[0]?.[0])).toEqual([
    undefined,
    'agents 80%',
    'agents 100%',
  ])
  expect(warned({ agents: agents(5, NOW - 60 * MINUTE) })).toEqual([])
  expect(warned({ agents: agents(5, NOW - 60 * MINUTE + 1) })).toHaveLength(1)
  expect(warned({ agents: agents(5), limits: { ...limits, agents: 0 } })).toEqual([])
})
