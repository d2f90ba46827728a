import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../../src/domain/experience/entry.ts'
import { type Experience, ROOT_CAUSES, STRATEGIES } from '../../../src/domain/experience/experience.ts'
import { groupsAmong, isAboutGroup, isOfExperiences } from '../../../src/domain/experience/groups.ts'
import { experienceOf } from '../../../src/domain/experience/journal.ts'

const topic = fc.constantFrom('the cache is stale', 'the socket stays open', 'the parser drops a comma')
const ended = fc
  .record({
    at: fc.nat(10_000),
    strategy: fc.constantFrom(...STRATEGIES.slice(0, 2)),
    hypothesis: topic,
    surprise: topic,
    rootCause: fc.constantFrom(...ROOT_CAUSES.slice(0, 2)),
  })
  .map(({ at, strategy, hypothesis, surprise, rootCause }): Experience => {
    const start: Entry = {
      ...{ kind: 'start', by: 'agent', at, session: 's', project: 'p', domain: 'debugging', strategy },
      ...{ goal: hypothesis, hypothesis, action: 'look', prediction: 'it passes' },
    }
    const end: Entry = {
      kind: 'resolve',
      at: at + 1,
      by: 'agent',
      status: 'falsified',
      result: '',
      surprise,
      rootCause,
    }
    return experienceOf(`x_${at}${strategy}${hypothesis}`, [start, end]) as Experience
  })
const many = fc.uniqueArray(ended, { minLength: 0, maxLength: 30, selector: ({ id }) => id })

test('groups are the same in whatever order the experiences come, and have at least five members each', () => {
  fc.assert(
    fc.property(many, (all) => {
      const groups = groupsAmong(all)
      expect(groupsAmong([...all].reverse())).toEqual(groups)
      for (const { members } of groups) expect(members.length).toBeGreaterThanOrEqual(5)
    }),
  )
})

test('an insight in the words of a group is about it, and one in other words is not', () => {
  fc.assert(
    fc.property(many, (all) => {
      const alike = all.map((one) => ({ ...one, hypothesis: 'the cache is stale', surprise: '', cause: undefined }))
      for (const group of groupsAmong(alike).filter(({ axis }) => axis === 'whole')) {
        expect(isAboutGroup(`mind that ${group.members[0]?.hypothesis}`, group)).toBe(true)
        expect(isAboutGroup('drink water', group)).toBe(false)
      }
    }),
  )
})

test('an insight is of experiences if one of them is its evidence', () => {
  expect(isOfExperiences({ type: 'insight', evidence: ['g_1', 'x_1'] })).toBe(true)
  expect(isOfExperiences({ type: 'insight', evidence: ['g_1', 'e_x_1'] })).toBe(false)
  expect(isOfExperiences({ type: 'rule', evidence: ['x_1'] })).toBe(false)
})
