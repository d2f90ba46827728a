import { expect, it } from 'vitest'
import faults from '../../../src/behaviours/recall/faults.ts'
import type { Faults } from '../../../src/domain/facts.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf } from '../reacting.ts'

const said = (given: Faults) =>
  effectsOf(faults, eventOf('SessionStart', { source: 'startup' }), 'reply', { faults: given })
const off = (behaviour: string) => ({ behaviour, failures: 3 })

it('reports every failure in one line, to the person only', () => {
  expect(said({ off: [off('premortem'), off('handoff')], lost: 2, quieter: [] })).toEqual([
    {
      kind: 'note',
      text: 'Hindcast: premortem, handoff switched off after repeated failures (to retry: `hindcast behaviours on premortem`); 2 events could not be recorded (see `hindcast logs`)',
      rank: 20,
    },
  ])
})

it('says nothing if nothing failed', () => {
  expect(said({ off: [], lost: 0, quieter: [] })).toEqual([])
})
