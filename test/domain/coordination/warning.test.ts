import { expect, test } from 'vitest'
import { warning } from '../../../src/domain/coordination/warning.ts'
import type { ClaimsMode } from '../../../src/domain/settings.ts'

const WARNING = { head: 'In use', rank: 80, lines: ['a.ts is being edited', 'b.ts is being edited'], isUrgent: true }
const kinds = (mode: ClaimsMode, over: Partial<typeof WARNING> = {}, attended?: boolean) =>
  warning({ attended }, { ...WARNING, ...over }, mode).map(({ kind }) => kind)

test('a warning is given as the user has chosen', () => {
  expect(kinds('off')).toEqual([])
  expect(kinds('ask')).toEqual(['ask', 'note', 'context'])
  expect(kinds('deny')).toEqual(['deny'])
  expect(kinds('warn' as ClaimsMode)).toEqual(['context'])
})

test('nobody is asked who is not there, or about what is not urgent', () => {
  expect(kinds('ask', {}, false)).toEqual(['context'])
  expect(kinds('ask', {}, true)).toEqual(['ask', 'note', 'context'])
  for (const mode of ['ask', 'deny'] as const) expect(kinds(mode, { isUrgent: false })).toEqual(['context'])
})

test('without a line there is no warning', () => {
  for (const mode of ['ask', 'deny'] as const) expect(kinds(mode, { lines: [] })).toEqual([])
})

test('the person and the model read the same lines', () => {
  const reason = 'a.ts is being edited\nb.ts is being edited'
  const items = WARNING.lines.map((text) => ({ text, ids: [], rank: 0 }))
  expect(warning({ attended: true }, WARNING, 'ask')).toEqual([
    { kind: 'ask', reason },
    { kind: 'note', text: reason, rank: 30 },
    { kind: 'context', type: 'notice', rank: 80, head: 'In use', items },
  ])
  expect(warning({ attended: true }, WARNING, 'deny')).toEqual([{ kind: 'deny', reason }])
})
