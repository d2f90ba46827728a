import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import { folds } from '../../src/domain/folds.ts'
import { foldFacts } from '../../src/engine/facts/fold.ts'
import { FoldNews } from '../../src/engine/facts/fold-news.ts'
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
        const news = new FoldNews({ clock: { now: () => 0 } })
        const journal = news.watching(store.journal)
        const stepwise = foldFacts({ ...store, secrets: secretlint }, news, declared)
        const fresh = { markOf: () => '' }
        for (const [at, { session, id }] of happened.entries()) {
          const record = anEvent({ id: `e_${at}`, session, project: 'p1', at, ...bodyOf(id) })
          await commit(journal, [event(record)])
          if (isAsked(at)) await stepwise.told({ scope: scopeOf(session) }, asker)
        }
        for (const asked of ['s1', 's2'].map(scopeOf)) {
          const atOnce = await foldFacts({ ...store, folds: never, secrets: secretlint }, fresh, declared).told(
            { scope: asked },
            asker,
          )
          expect(await stepwise.told({ scope: asked }, asker)).toEqual(atOnce)
          expect(
            await foldFacts({ ...store, secrets: secretlint }, fresh, declared).told({ scope: asked }, asker),
          ).toEqual(atOnce)
        }
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: runs(10) })
  },
)

test('a fold is not looked up again until something that it reduces is stored, or ten seconds have passed', async () => {
  const store = await openFresh()
  onTestFinished(() => store.close())
  const clock = { at: 0, now: () => clock.at }
  const news = new FoldNews({ clock })
  const journal = news.watching(store.journal)
  let asked = 0
  const events: typeof store.evidence.events = (filter) => {
    asked++
    return store.evidence.events(filter)
  }
  const { told } = foldFacts({ ...store, evidence: { events }, secrets: secretlint }, news)
  const idsAt = async (at: number) => (await told({ scope: 's1' }, { event: { at } })).ids
  const keep = (id: string, at: number, to = journal) =>
    commit(to, [event(anEvent({ id: `e_${id}`, session: 's1', at, name: 'Told', body: { ids: [id] } }))])
  expect(await idsAt(1)).toEqual([])
  const once = asked
  await commit(journal, [event(anEvent({ id: 'e_call', session: 's1', at: 2 }))])
  expect(await idsAt(2)).toEqual([])
  expect(asked).toBe(once)
  await keep('o_a', 3)
  expect(await idsAt(3)).toEqual(['o_a'])
  // As another process stores it
  await keep('o_b', 4, store.journal)
  clock.at = 10_000
  expect(await idsAt(5)).toEqual(['o_a', 'o_b'])
})
