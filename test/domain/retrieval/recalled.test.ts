import { expect, test } from 'vitest'
import { type Recalled, recalledOf, untold } from '../../../src/domain/retrieval/recalled.ts'
import { observationOf, summaryOf } from '../memory/records.ts'

const NOBODY: ReadonlySet<string> = new Set()
const observation = recalledOf({ kind: 'observation', record: observationOf({ id: 'o_1', evidence: ['p_1', 'e_1'] }) })
const second = { ...observation, id: 'o_2' }
const summary = recalledOf({ kind: 'summary', record: summaryOf({ id: 'm_1', evidence: ['p_1', 'e_2'] }) })
const asked = (id: string): Recalled =>
  recalledOf({
    kind: 'prompt',
    record: { id, session: 's', project: 'p', at: 1, number: 1, text: 'x', origin: 'person', event: 'e_9' },
  })
const ids = (records: readonly Recalled[]) => records.map(({ id }) => id)

test('of one turn its observations are told, else its summary, else its prompt, in the order given', () => {
  expect(ids(untold([asked('p_1'), summary, observation, second, asked('p_2')], NOBODY))).toEqual(['o_1', 'o_2', 'p_2'])
  expect(ids(untold([asked('p_1'), summary], NOBODY))).toEqual(['m_1'])
  expect(ids(untold([asked('p_1')], NOBODY))).toEqual(['p_1'])
})

test('what was told is not told again, nor the prompt and summary of its turn', () => {
  expect(ids(untold([asked('p_1'), summary, observation, second], new Set(['o_1'])))).toEqual(['o_2'])
  expect(ids(untold([asked('p_1'), observation], new Set(['o_1'])))).toEqual([])
})
