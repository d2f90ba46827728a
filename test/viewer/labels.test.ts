import { expect, test } from 'vitest'
import { outcomeWords } from '../../src/domain/nouns/handoff.ts'
import { outcomeOf } from '../../viewer/labels.ts'

test('the viewer and the command line call each outcome of work the same', () => {
  for (const [outcome, words] of Object.entries(outcomeWords)) expect(outcomeOf(outcome).toLowerCase()).toBe(words)
})
