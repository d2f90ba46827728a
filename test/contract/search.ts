import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/retrieval/query.ts'
import type { Journal, Memories, SearchFilter } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import {
  anEvent,
  anObservation,
  aPrompt,
  aSummary,
  commit,
  event,
  ids,
  observation,
  type Plain,
  prompt,
  summary,
} from './records.ts'

const FINDABLE = [
  ['Müller', 'Muller'],
  ['naïve café', 'NAIVE CAFE'],
  ['running', 'he runs'],
  ['read_file', 'def read_file(path):'],
  ['file', 'def read_file(path):'],
  ['parseQuery', 'export function parseQuery()'],
  ['query', 'export function parseQuery()'],
  ['parse query', 'export function parseQuery()'],
  ['http', 'new HTTPServer2()'],
  ['src/domain/tool.ts', 'at src/domain/tool.ts:12'],
  ['tool.ts', 'at src/domain/tool.ts:12'],
  ['错误', '解析器错误处理'],
  ['sync_job', '旧的sync_job没有清零'],
  ['build-report', '请重跑build-report后检查导出'],
  ['清零', '旧的sync_job没有清零🚀'],
  ['C++', 'C++部分也要看'],
  ['C#', 'the C# client'],
  ['🚀', '旧的没有清零🚀，看'],
  ['strasse', 'Die Straße ist gesperrt'],
  ['Straße', 'die strasse'],
] as const

const HOSTILE = ['', ' ', 'the of', '"', '""', '*', 'AND', 'a OR', 'NEAR(', 'title:', '-x', '(', "'; --"].concat([
  '\0',
  '\ud800',
  '"\0"',
  'col : "x',
  '^a',
  '{a b}:c',
  `${'word '.repeat(5_000)}`,
])

/** The contract for search. */
export function searchContract(open: Open<{ journal: Journal; memories: Memories }>): void {
  describe('search', () => {
    const store = opened(open)
    const put = (...changes: Plain[]) => commit(store().journal, changes)
    const find = (text: string, filter: Partial<SearchFilter> = {}) =>
      store().memories.search({ match: parseQuery(text), limit: 10, ...filter })
    const found = async (text: string, filter: Partial<SearchFilter> = {}) => ids(await find(text, filter))

    const bash = (id: string, output: string, fields: object = {}) =>
      event(anEvent({ id, tool: 'Bash', target: 'npm test', output, ...fields }))

    test('a hit says what it is, where it comes from and why it matched', async () => {
      await put(observation(anObservation({ id: 'o1' })), bash('e1', 'nothing of the kind'))
      expect(await find('the comma of the parser')).toEqual([
        {
          id: 'o1',
          kind: 'observation',
          type: 'bugfix',
          title: 'The parser drops the last comma',
          snippet: 'It stopped one token early. off by one · gotcha',
          score: 1,
          sessionId: 's1',
          project: 'p1',
          at: 1_000,
          files: ['/repo/src/parser.ts'],
          why: 'matched: parser, comma; title',
        },
      ])
    })

    test('records of every kind are found', async () => {
      await put(
        bash('e1', 'zebra crossed'),
        prompt(aPrompt({ id: 'p1', text: 'why did the zebra cross?' })),
        observation(anObservation({ id: 'o1', title: 'Zebras cross' })),
        summary(aSummary({ id: 'm1', learned: 'zebras' })),
      )
      expect((await found('zebra')).sort()).toEqual(['e1', 'm1', 'o1', 'p1'])
    })

    test('words are found without accents and suffixes, code whole and in parts', async () => {
      for (const [at, [query, text]] of FINDABLE.entries()) {
        const session = `s${at}`
        await put(bash(`e${at}`, text, { session, project: session }))
        expect(await found(query, { project: session }), `${query} in ${text}`).toEqual([`e${at}`])
      }
    })

    test('no query is an error', async () => {
      await put(bash('e1', 'text'))
      for (const query of HOSTILE) expect(await find(query), JSON.stringify(query)).toEqual([])
    })

    test('stop words alone find nothing', async () => {
      await put(bash('e1', 'this is the one and only'))
      expect(await find('is this the one')).toEqual([])
    })

    test('scores descend from 1, and at most `limit` hits are returned', async () => {
      await put(...Array.from({ length: 30 }, (_, at) => bash(`e${at}`, `comma ${'filler '.repeat(at)}`)))
      const hits = await find('comma', { limit: 5 })
      const scores = hits.map(({ score }) => score)
      expect(scores).toHaveLength(5)
      expect(scores[0]).toBe(1)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
    })

    test('a conclusion ranks above an event that says the same', async () => {
      const text = 'the tokenizer drops commas'
      await put(
        bash('e1', text, { tool: undefined, target: undefined, name: text }),
        observation(anObservation({ id: 'o1', title: text, narrative: text, facts: [], concepts: [], filesRead: [] })),
      )
      expect(await found('tokenizer commas')).toEqual(['o1', 'e1'])
    })

    test('a record with all terms ranks above one that repeats one term', async () => {
      await put(
        bash('e1', 'parser parser parser parser parser'),
        bash('e2', 'the parser lost a comma in the end'),
        bash('e3', 'the other comma'),
        ...Array.from({ length: 8 }, (_, at) => bash(`f${at}`, `of something else ${at}`)),
      )
      expect((await found('parser comma'))[0]).toBe('e2')
    })

    test('a quoted phrase lifts the record that contains it', async () => {
      await put(bash('e1', 'comma the trailing one, comma trailing'), bash('e2', 'one trailing comma stood there once'))
      const [first] = await find('"trailing comma" one')
      expect(first).toMatchObject({ id: 'e2', why: expect.stringContaining('phrase') })
    })

    test('a match in the title ranks above one in the files, and that above one in the body, however new they are', async () => {
      const other = {
        title: 'Something else entirely',
        narrative: 'about something else here',
        facts: [],
        concepts: [],
      }
      const files = { filesRead: ['/repo/other.ts'], filesModified: [] }
      await put(
        observation(anObservation({ ...other, ...files, id: 'o1', title: 'The lexer is slow', at: 1 })),
        observation(anObservation({ ...other, ...files, id: 'o2', filesRead: ['/repo/lexer.ts'], at: 2 })),
        observation(anObservation({ ...other, ...files, id: 'o3', narrative: 'about the lexer here', at: 3 })),
      )
      expect(await found('lexer')).toEqual(['o1', 'o2', 'o3'])
    })

    test('all projects are searched, and among similar matches the preferred project ranks first', async () => {
      await put(bash('e1', 'a comma here', { project: 'p1' }), bash('e2', 'a comma here', { project: 'p2' }))
      expect(await found('comma', { prefer: 'p1' })).toEqual(['e1', 'e2'])
      expect(await found('comma', { prefer: 'p2' })).toEqual(['e2', 'e1'])
      expect(await found('comma', { project: 'p2' })).toEqual(['e2'])
    })

    test('among equal matches the newest ranks first', async () => {
      await put(bash('e1', 'a comma', { at: 1 }), bash('e2', 'a comma', { at: 1e12 }), bash('e3', 'a comma', { at: 2 }))
      expect((await found('comma'))[0]).toBe('e2')
    })

    test('a superseded observation ranks below its successor, once that exists', async () => {
      await put(
        observation(anObservation({ id: 'o1', at: 10 })),
        observation(
          anObservation({ id: 'o2', at: 20, supersedes: 'o1', narrative: 'In truth the tokenizer did, by a lot.' }),
        ),
      )
      expect(await found('parser comma early')).toEqual(['o2', 'o1'])
      expect(await found('parser comma early', { asOf: 15 })).toEqual(['o1'])
    })

    test('filters apply by kind, type and time', async () => {
      await put(
        observation(anObservation({ id: 'o1', at: 10 })),
        prompt(aPrompt({ id: 'p1', at: 20 })),
        bash('e1', 'parser', { at: 30 }),
      )
      for (const [filter, expected] of [
        [{ kind: 'prompt' }, ['p1']],
        [{ type: 'bugfix' }, ['o1']],
        [{ type: 'Bash' }, ['e1']],
        [{ since: 30 }, ['e1']],
        [{ until: 10 }, ['o1']],
        [{ asOf: 25 }, ['o1', 'p1']],
        [{ asOf: 10, until: 25 }, ['o1']],
        [{}, ['e1', 'o1', 'p1']],
      ] as const) {
        expect((await found('parser', filter)).sort(), JSON.stringify(filter)).toEqual(expected)
      }
    })

    test('a file filter matches records with that path or paths ending in it, with or without words', async () => {
      await put(
        bash('e1', 'comma', { filesModified: ['/repo/src/parser.ts'] }),
        bash('e2', 'comma', { filesRead: ['/repo/src/old-parser.ts'] }),
        bash('e3', 'comma in src/parser.ts'),
      )
      expect(await found('comma', { file: 'parser.ts' })).toEqual(['e1'])
      expect(await found('comma', { file: '/repo/src/parser.ts' })).toEqual(['e1'])
      expect(await found('', { file: 'src/parser.ts' })).toEqual(['e1'])
      expect(await found('comma', { file: '/' })).toEqual([])
    })

    test('a folder filter matches records of what is inside it, by its path or any part of it', async () => {
      await put(
        bash('e1', 'comma', { filesModified: ['/repo/src/domain/parser.ts'], at: 2_000 }),
        bash('e2', 'comma', { filesRead: ['/repo/src/domains/parser.ts'] }),
        bash('e3', 'comma', { filesRead: ['/elsewhere/src/domain/a.ts'] }),
      )
      expect(await found('comma', { file: 'src/domain' })).toEqual(['e1', 'e3'])
      expect(await found('comma', { file: './src/domain/' })).toEqual(['e1', 'e3'])
      expect(await found('comma', { file: '/repo/src/domain' })).toEqual(['e1'])
      expect(await found('comma', { file: '/src/domain' })).toEqual([])
      expect(await found('comma', { file: 'domai' })).toEqual([])
    })

    test('the snippet shows the part of a long text that matched', async () => {
      await put(bash('e1', `${'lorem ipsum '.repeat(300)}the needle stood here ${'dolor sit '.repeat(300)}`))
      const [hit] = await find('needle')
      expect(hit?.snippet).toContain('needle stood here')
      expect(hit?.snippet.length).toBeLessThan(220)
      expect(hit?.snippet).toMatch(/^… .* …$/)
    })

    test('a replaced record is found by its new words, and not by its old ones', async () => {
      await put(observation(anObservation({ id: 'o1', title: 'An aardvark' })))
      await put(observation(anObservation({ id: 'o1', title: 'A buffalo' })))
      expect(await found('aardvark')).toEqual([])
      expect(await found('buffalo')).toEqual(['o1'])
    })
  })
}
