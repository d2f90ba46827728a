import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/domain/retrieval/query.ts'
import { type Count, planSearch, planWider, ROW_LIMITS, type Word } from '../../../src/domain/retrieval/query-plan.ts'

/** An index with the given number of texts for each word; a prefix matches the texts of all its words. */
const indexOf =
  (held: Readonly<Record<string, number>>): Count =>
  ({ text, isPrefix }, most) => {
    const words = Object.entries(held).filter(([word]) => (isPrefix ? word.startsWith(text) : word === text))
    return Math.min(
      most,
      words.reduce((sum, [, rows]) => sum + rows, 0),
    )
  }
const names = (words: readonly Word[] = []) => words.map(({ forms }) => forms[0]?.text)
const plan = (held: Readonly<Record<string, number>>, project = false, text = Object.keys(held).join(' ')) =>
  planSearch(parseQuery(text), indexOf(held), project)

test('the rarest terms are scored, and common ones still help to rank those texts', () => {
  const found = plan({ parser: 90, comma: 7, lexer: 7_000 })
  expect([names(found.scored), names(found.joined)]).toEqual([['comma', 'parser'], ['lexer']])
  expect(found.isPartial).toBe(true)
  expect(found.newestInPlace).toEqual([])
  expect(found.newest).toBeUndefined()
})

test('if few texts contain a scored term, the newest with the other terms are found, too', () => {
  const found = plan({ parser: 4, lexer: 7_000 })
  expect([names(found.scored), names(found.newest?.terms)]).toEqual([['parser'], ['lexer']])
})

test('a description of work scores more rows, but never those of a term too common to count', () => {
  const rare = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`word${'abcdefghijklm'[at]}`, 1_200]))
  const found = plan({ ...rare, lexer: 7_000 })
  expect(found.scored).toHaveLength(13)
  expect(names(found.joined)).toEqual(['lexer'])
})

test('a term without texts is neither scored nor counted as left out', () => {
  const found = plan({ parser: 40 }, false, 'parser zebra')
  expect(names(found.scored)).toEqual(['parser'])
  expect(found.isPartial).toBe(false)
})

test('within a project the newest texts of a common term are matched', () => {
  const found = plan({ parser: 40, lexer: 7_000 }, true)
  expect([names(found.scored), names(found.newestInPlace), names(found.joined)]).toEqual([['parser'], ['lexer'], []])
})

test('if every term is common, the newest texts with all of them are matched, unless a project narrows it', () => {
  const held = { parser: 9_000, lexer: 7_000 }
  const everywhere = plan(held)
  expect(everywhere.scored).toEqual([])
  expect(new Set(names(everywhere.newest?.terms))).toEqual(new Set(['lexer', 'parser']))
  const inProject = plan(held, true)
  expect(inProject.newest).toBeUndefined()
  expect(names(inProject.newestInPlace)).toHaveLength(2)
})

test('a rare word is searched in its other forms: irregular ones at full weight, longer words at less', () => {
  const [word] = plan({ written: 3, writtenwell: 2, wrote: 5 }, false, 'written').scored
  expect(word?.forms.map(({ text, isPrefix, rows, weight }) => [text, isPrefix, rows, weight < 1])).toEqual([
    ['written', false, 3, false],
    ['wrote', false, 5, false],
    ['written', true, 5, true],
  ])
})

test('longer words are not searched if the term is common or too many share the prefix', () => {
  const forms = (held: Readonly<Record<string, number>>) => plan(held, false, 'parser').scored[0]?.forms.length
  expect(forms({ parser: 501, parsers: 1 })).toBe(1)
  expect(forms({ parser: 5, parsers: 1_600 })).toBe(1)
  expect(forms({ parser: 5, parsers: 10 })).toBe(2)
})

test('a phrase of common words counts as common without being counted', () => {
  const asked: string[] = []
  const index = indexOf({ parser: 9_000, lexer: 8_000 })
  const count: Count = (form, most) => {
    asked.push(form.text)
    return index(form, most)
  }
  planSearch(parseQuery('parser lexer'), count, false)
  expect(asked).not.toContain('parser lexer')
})

const held = fc.dictionary(
  fc.string({ unit: fc.constantFrom('k', 'x', 'z'), minLength: 3, maxLength: 6 }),
  fc.integer({ min: 0, max: 9_000 }),
  { maxKeys: 12 },
)

test('the rows of a plan stay within the limit, apart from its rarest term, and no term is in two parts', () => {
  fc.assert(
    fc.property(held, fc.boolean(), (index, hasProject) => {
      const query = parseQuery(Object.keys(index).join(' '))
      const bounded = planSearch(query, indexOf(index), hasProject)
      const wider = planWider(query, indexOf(index))
      for (const [{ scored, joined, newestInPlace }, most] of [
        [bounded, ROW_LIMITS.scored],
        [wider, ROW_LIMITS.widened],
      ] as const) {
        const rows = scored.map((word) => word.rows)
        expect(rows.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(Math.max(most, rows[0] ?? 0))
        const all = names([...scored, ...joined, ...newestInPlace])
        expect(new Set(all).size).toBe(all.length)
      }
    }),
  )
})

test('a term with texts is never lost: it is scored, joined or searched among the newest, rarest first', () => {
  fc.assert(
    fc.property(held, (index) => {
      const query = parseQuery(Object.keys(index).join(' '))
      const { scored, joined, newest } = planSearch(query, indexOf(index), false)
      const isHeld = query.terms.some((term) => (index[term] ?? 0) > 0)
      expect(scored.length + (newest?.terms.length ?? 0) > 0).toBe(isHeld)
      const left = query.terms.length - scored.length
      if (scored.length > 0 && left > 0 && query.terms.every((term) => (index[term] ?? 0) > 0))
        expect(joined.length).toBeGreaterThan(0)
    }),
  )
})

test('a plan depends only on the query and the counts', () => {
  fc.assert(
    fc.property(held, (index) => {
      const query = parseQuery(Object.keys(index).join(' '))
      expect(planSearch(query, indexOf(index), true)).toEqual(planSearch(query, indexOf(index), true))
    }),
  )
})
