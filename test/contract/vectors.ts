import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/retrieval/query.ts'
import type { Journal, Ledger, Memories, Vectors } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import { anEvent, anObservation, aPrompt, commit, event, ids, observation, type Plain, prompt } from './records.ts'

const A = Int8Array.of(127, 0)
const B = Int8Array.of(0, 127)

/** The contract for embeddings. */
export function vectorsContract(
  open: Open<{ journal: Journal; ledger: Ledger; memories: Memories; vectors: Vectors }>,
): void {
  describe('vectors', () => {
    const store = opened(open)
    const put = (...changes: Plain[]) => commit(store().journal, changes)
    const say = (id: string, text: string, session = 's1') => prompt(aPrompt({ id, text, session }))
    const missing = () => store().vectors.missing(10)
    const texts = async () => (await missing()).map(({ text }) => text)

    test('what was said and what was derived from it is queued for embedding, each with the text before; tools and machines are not', async () => {
      const bash = anEvent({ id: 'e1', tool: 'Bash', target: 'npm test', output: 'parser fails' })
      await put(say('p1', 'fix the parser'), event(bash), say('p2', 'and the lexer'), say('p3', 'ship it', 's2'))
      await put(prompt(aPrompt({ id: 'p4', text: 'task ended', origin: 'machine', session: 's3' })))
      await put(
        observation(anObservation({ id: 'o1', title: 'A comma was lost', narrative: 'One token.', session: 's2' })),
      )
      expect(new Set(await texts())).toEqual(
        new Set([
          'fix the parser',
          'fix the parser and the lexer',
          'ship it',
          expect.stringContaining('A comma was lost'),
        ]),
      )
      expect(await store().vectors.counts()).toEqual({ known: 0, missing: 4 })
    })

    test('the newest text is embedded first, in whatever order texts were stored', async () => {
      const said = (id: string, at: number, session: string) => prompt(aPrompt({ id, text: id, session, at }))
      await put(said('middle', 20, 's1'), said('newest', 30, 's2'), said('oldest', 10, 's3'))
      await put(said('later', 40, 's1'))
      expect((await store().vectors.missing(3)).map(({ text }) => text)).toEqual(['middle later', 'newest', 'middle'])
    })

    test('a filled text leaves the queue, and one that changed meanwhile stays', async () => {
      await put(say('p1', 'fix the parser'), say('p2', 'and the lexer'), observation(anObservation({ id: 'o1' })))
      const owed = await missing()
      await put(observation(anObservation({ id: 'o1', narrative: 'It was the lexer.' })))
      await store().vectors.fill(owed.map(({ id, mark }) => ({ id, mark, embedding: A })))
      expect(await texts()).toEqual([expect.stringContaining('It was the lexer.')])
      expect(await store().vectors.counts()).toEqual({ known: 2, missing: 1 })
    })

    test('a forgotten text is removed, and those embedded with it are queued again', async () => {
      await put(say('p1', 'fix the parser'), say('p2', 'and the lexer'))
      await store().vectors.fill((await missing()).map(({ id, mark }) => ({ id, mark, embedding: A })))
      const owed = await missing()
      await store().ledger.forget({ ids: ['p1'] }, 2_000)
      expect(owed).toEqual([])
      expect(await texts()).toEqual(['and the lexer'])
      expect(await store().vectors.counts()).toEqual({ known: 0, missing: 1 })
    })

    test('of two texts with equal words, the semantic search returns the one with the closer meaning first', async () => {
      await put(
        say('p1', 'paint the old fence', 's1'),
        say('p2', 'paint the new fence', 's2'),
        say('p3', 'fence', 's3'),
      )
      const owed = await missing()
      const embedded = owed.map(({ id, mark, text }) => ({ id, mark, embedding: text.includes('old') ? A : B }))
      await store().vectors.fill(embedded)
      const found = async (embedding?: Int8Array) =>
        ids(await store().memories.search({ match: parseQuery('paint fence'), limit: 10, embedding })).slice(0, 2)
      expect(await found(A)).toEqual(['p1', 'p2'])
      expect(await found(B)).toEqual(['p2', 'p1'])
      expect(new Set(await found())).toEqual(new Set(['p1', 'p2']))
    })

    test('the semantic search finds an answer with none of the words, after the texts that contain them', async () => {
      await put(say('p1', 'how is the garden fence painted?', 's1'), say('p2', 'by hand, on Sundays', 's1'))
      await store().vectors.fill((await missing()).map(({ id, mark }) => ({ id, mark, embedding: A })))
      const found = (embedding?: Int8Array) =>
        store().memories.search({ match: parseQuery('painted garden fence'), limit: 10, embedding })
      expect(ids(await found())).toEqual(['p1'])
      const [question, answer] = await found(A)
      expect([question?.id, answer?.id]).toEqual(['p1', 'p2'])
      expect(answer?.why).toBe('after what matched')
    })
  })
}
