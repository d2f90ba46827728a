import { expect, test } from 'vitest'
import { callsOf } from '../../../src/domain/code/calls.ts'
import { memorySources } from './memory-sources.ts'

test('a call that leads nowhere says why; one that leads out of the project is none', async () => {
  const text = [
    'export function run(given, call) {',
    '  given.start()',
    '  call()',
    '  given[call]()',
    '  new Known().missing()',
    '  console.log(Math.max(1))',
    '}',
    'class Known {}',
  ].join('\n')
  const { unresolved = [] } = callsOf(['a.js'], await memorySources({ 'a.js': text })).get('a.js') ?? {}
  expect(unresolved.map(({ line, text, why }) => [line, text, why])).toEqual([
    [2, 'given.start', 'unknown receiver'],
    [3, 'call', 'unknown value'],
    [4, 'given[call]', 'dynamic'],
    [5, 'new Known().missing', 'unknown member'],
  ])
})
