import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import { folds } from '../../src/domain/folds.ts'
import { foldFacts } from '../../src/engine/facts/fold.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, commit, event } from '../contract/records.ts'
import { runs } from '../runs.ts'

/** What happens: an id is told, or the context is emptied, in one of two sessions. */
const course = fc.array(
  fc.record({ session: fc.constantFrom('s1', 's2'), id: fc.constantFrom('o_a', 'o_b', 'o_c', undefined) }),
  { minLength: 1, maxLength: 12 },
)

const bodyOf = (id: string | undefined) =>
  id ? { name: 'Told', body: { ids: [id] } } : { name: 'SessionStart', body: { source: 'compact' } }

/** A fold that has no snapshot. */
const never = { load: async () => undefined, save: async () => {} }

test.each(['session', 'project'] as const)(
  'a %s fold gives the same state step by step as all at once',
  async (scope) => {
    const declared = { ...folds, told: { ...folds.told, scope } }
    const scopeOf = (session: string) => (scope === 'project' ? 'p1' : session)
    const property = fc.asyncProperty(course, fc.func(fc.boolean()), async (happened, isAsked) => {
      const store = await openFresh()
      try {
        const asker = { event: { at: happened.length } }
        const stepwise = foldFacts({ ...store, secrets: secretlint }, declared)
        for (const [at, { session, id }] of happened.entries()) {
          const record = anEvent({ id: `e_${at}`, session, project: 'p1', at, ...bodyOf(id) })
          await commit(store.journal, [event(record)])
          if (isAsked(at)) await stepwise.told({ scope: scopeOf(session) }, asker)
        }
        for (const asked of ['s1', 's2'].map(scopeOf)) {
          const atOnce = await foldFacts({ ...store, folds: never, secrets: secretlint }, declared).told(
            { scope: asked },
            asker,
          )
          expect(await stepwise.told({ scope: asked }, asker)).toEqual(atOnce)
          expect(await foldFacts({ ...store, secrets: secretlint }, declared).told({ scope: asked }, asker)).toEqual(
            atOnce,
          )
        }
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: runs(10) })
  },
)
