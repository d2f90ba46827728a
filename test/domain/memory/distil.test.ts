import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distil } from '../../../src/domain/memory/distil.ts'
import { reconcile } from '../../../src/domain/memory/merge.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { TITLE_MAX } from '../../../src/domain/memory/title.ts'
import { type TurnEvent, turnsOf } from '../../../src/domain/memory/turns.ts'
import { character } from '../characters.ts'
import { done, edit, failed, ROOT, read, type Step, shell, story } from '../samples.ts'
import { observe } from './observing.ts'

const PATCH = ' def parse_range(text):\n-    return range(a, b)\n+    return range(a, b + 1)'
const FIX: Step[] = [
  { asked: 'hmm, can you please fix the off-by-one in parse_range? The last element is missing.' },
  done(read('src/range.py'), 'def parse_range(text): …'),
  failed(shell('python -m pytest -q 2>&1'), 'Exit code 1\nE       assert [1, 2] == [1, 2, 3]\n1 failed in 0.05s'),
  done(edit('src/range.py', 'range(a, b)', 'range(a, b + 1)'), 'ok', {}, PATCH),
  done(shell('python -m pytest -q 2>&1'), '1 passed in 0.04s'),
  {
    said: 'Fixed it. The issue was that `range` leaves out its end, so `parse_range` lost the last element. All tests pass.',
  },
]

describe('a failure that was fixed', () => {
  it('is one bugfix with the failing command, the error, the edit and the command that then passed', () => {
    const [found, ...more] = observe(FIX)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      type: 'bugfix',
      title: 'can you please fix the off-by-one in parse_range? (src/range.py)',
      filesModified: [`${ROOT}/src/range.py`],
      filesRead: [`${ROOT}/src/range.py`],
      concepts: ['problem-solution', 'what-changed'],
    })
    expect(found?.facts).toEqual(
      expect.arrayContaining([
        'Failed: python -m pytest -q → assert [1, 2] == [1, 2, 3] (exit 1)',
        'Passed: python -m pytest -q: 1 passed',
        'src/range.py: parse_range (+1 −1)',
      ]),
    )
    expect(found?.narrative).toContain('`range` leaves out its end')
    expect(found?.evidence).toHaveLength(6)
  })

  it('is not recorded as passed just because the agent says so', () => {
    const [found] = observe([
      { asked: 'make the parser accept empty input' },
      done(edit('parser.go', 'a', 'b'), '', {}, ' func Parse(s string) {\n-a\n+b'),
      done(shell('go test ./... 2>&1 | tail -5'), '--- FAIL: TestEmpty (0.00s)\nFAIL\tapp/parser\t0.1s'),
      { said: 'Empty input is now accepted by `Parse`. The whole test suite now passes with it.' },
    ])
    expect(found?.narrative).toContain('now accepted by')
    expect(found?.narrative).not.toContain('passes')
    expect(found?.facts).toContain('Still failing: go test ./...: 1 failed')
  })

  it('is recognised behind a pipe that hides the exit status', () => {
    const [found] = observe([
      { asked: 'make the parser accept empty input' },
      done(shell('go test ./... 2>&1 | tail -5'), '--- FAIL: TestEmpty (0.00s)\nFAIL\tapp/parser\t0.1s'),
      done(edit('parser.go', 'a', 'b'), '', {}, ' func Parse(s string) {\n-a\n+b'),
      done(shell('go test ./... 2>&1 | tail -5'), 'ok  \tapp/parser\t0.1s'),
      { said: 'Empty input is now accepted by `Parse`.' },
    ])
    expect(found).toMatchObject({ type: 'bugfix', title: 'make the parser accept empty input (parser.go)' })
    expect(found?.facts[0]).toBe('Failed: go test ./... → --- FAIL: TestEmpty (0.00s)')
  })

  it('within larger work has its own record', () => {
    const found = observe([
      { asked: 'add a retry option to the client' },
      done(edit('src/client.ts', 'a', 'b'), '', {}, '+export function withRetry(times: number) {'),
      failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 2 to be 3\nTests  1 failed'),
      done(edit('src/backoff.ts', 'a', 'b'), '', {}, '-const tries = n\n+const tries = n + 1'),
      done(shell('npm test'), 'Tests  12 passed (12)'),
      { said: 'Added `withRetry` to the client.' },
    ])
    expect(found.map(({ type, title }) => [type, title])).toEqual([
      ['feature', 'add a retry option to the client (src/client.ts +1)'],
      ['bugfix', 'Fix "AssertionError: expected 2 to be 3" (src/backoff.ts)'],
    ])
  })

  it('a slip caught at once by the compiler has none', () => {
    const found = observe([
      { asked: 'add a retry option to the client' },
      done(edit('src/client.ts', 'a', 'b')),
      failed(shell('npx tsc --noEmit'), "Exit code 2\nsrc/client.ts(3,1): error TS2304: Cannot find name 'x'."),
      done(edit('src/client.ts', 'b', 'c')),
      done(shell('npx tsc --noEmit'), ''),
      { said: 'Added the option.' },
    ])
    expect(found).toHaveLength(1)
  })
})

describe('kinds', () => {
  const kind = (asked: string, path = 'src/a.ts', said = 'Done.') =>
    observe([{ asked }, done(edit(path, 'a', 'b')), { said }])[0]?.type

  it.each([
    ['fix the login redirect', 'bugfix'],
    ['implement paging for the list endpoint', 'feature'],
    ['extract the date formatting into its own module', 'refactor'],
    ['fix the path traversal in the upload handler', 'security'],
    ['update the copyright year', 'change'],
    ['the export fails with a wrong encoding', 'bugfix'],
  ])('%s is a %s', (asked, type) => {
    expect(kind(asked)).toBe(type)
  })

  it('new tests and documents are a change, not a feature', () => {
    expect(kind('add tests for the parser', 'test/parser.test.ts')).toBe('change')
  })

  it('an answered question is a discovery, and modifies nothing', () => {
    const [found] = observe([
      { asked: 'how does the cache get invalidated?' },
      done(shell('grep -n "invalidate" src/cache.ts')),
      {
        said: 'The cache is cleared by `CacheStore.flush()` whenever a write commits. <system-reminder>be nice</system-reminder> It is called from `src/db.ts`, once a transaction.',
      },
    ])
    expect(found).toMatchObject({
      type: 'discovery',
      title:
        'how does the cache get invalidated? → The cache is cleared by CacheStore.flush() whenever a write commits',
      concepts: ['how-it-works'],
      filesRead: [`${ROOT}/src/cache.ts`],
      filesModified: [],
    })
    expect(found?.narrative).not.toContain('be nice')
  })

  it('a choice with its reason is a decision next to the change', () => {
    const found = observe([
      { asked: 'add a store for the sessions' },
      done({ kind: 'write', path: 'src/store.ts', text: 'export class Store {}' }),
      { said: 'Added `Store`. I chose SQLite over Redis because it needs no server.' },
    ])
    expect(found.map(({ type }) => type)).toEqual(['feature', 'decision'])
    expect(found[1]?.title).toBe('Chose SQLite over Redis because it needs no server')
  })

  it('a turn that only looked around and reported nothing leaves no record', () => {
    expect(observe([{ asked: 'ls' }, done(shell('ls && pwd'), 'a.py'), { said: 'Done.' }])).toEqual([])
    expect(observe([{ asked: '<task-notification>done</task-notification>' }])).toEqual([])
  })

  it("the client's own memory is not project work", () => {
    const path = '/home/dev/.claude/projects/-home-dev-app/memory/MEMORY.md'
    expect(observe([{ asked: 'go on' }, done({ kind: 'write', path, text: 'x' }), { said: 'Saved.' }])).toEqual([])
  })

  it('a wide turn gives one record for each folder, at most six', () => {
    const folders = ['src/api', 'src/store', 'src/web', 'src/cli', 'src/mail', 'src/auth', 'src/jobs']
    const edits = folders.flatMap((folder) => [1, 2, 3].map((n) => done(edit(`${folder}/f${n}.ts`, 'a', 'b'))))
    const found = observe([
      { asked: 'replace moment by luxon in the whole project' },
      ...edits,
      { said: 'Replaced it.' },
    ])
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThanOrEqual(6)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  })
})

describe('distilling again', () => {
  it('gives the same ids, however often; more evidence only adds', () => {
    const { events, prompts } = story(FIX)
    const early = turnsOf(events.slice(0, -1), prompts).flatMap((turn) => distil(turn, ROOT))
    const late = turnsOf(events, prompts).flatMap((turn) => distil(turn, ROOT))
    const twice = reconcile(late, reconcile(early, []))
    expect(twice.map(({ id }) => id)).toEqual(early.map(({ id }) => id))
    expect(reconcile(late, twice)).toEqual(twice)
  })

  it('two turns with the same title and files become one record with the evidence of both', () => {
    const once = observe(FIX)
    const both = observe([...FIX, ...FIX])
    expect(both).toHaveLength(1)
    expect(both[0]?.id).toBe(once[0]?.id)
    expect(both[0]?.evidence).toHaveLength(12)
  })

  it('a later fix of the same failing command and file supersedes the earlier', () => {
    const again = FIX.map((step) => ('asked' in step ? { asked: 'repair the empty range, it crashes' } : step))
    const [first, second] = observe([...FIX, ...again])
    expect(second?.supersedes).toBe(first?.id)
  })
})

describe('odd records', () => {
  const event = fc.record(
    {
      name: fc.constantFrom('PostToolUse', 'PostToolUseFailure', 'Stop', 'UserPromptSubmit', 'SubagentStop', 'X'),
      id: fc.string({ maxLength: 5 }),
      at: fc.oneof(fc.integer(), fc.constant(0)),
      promptId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      tool: fc.option(fc.string(), { nil: undefined }),
      target: fc.option(fc.string({ unit: character }), { nil: undefined }),
      outcome: fc.constantFrom('ok', 'failed', undefined),
      input: fc.option(fc.string({ unit: character, maxLength: 200 }), { nil: undefined }),
      output: fc.option(fc.string({ unit: character, maxLength: 200 }), { nil: undefined }),
      filesRead: fc.array(fc.string({ maxLength: 9 })),
      filesModified: fc.array(fc.string({ maxLength: 9 }), { maxLength: 2 }),
      body: fc.dictionary(fc.constantFrom('act', 'check', 'lastMessage', 'looks'), fc.anything()),
    },
    { requiredKeys: ['name', 'id', 'at', 'filesRead', 'filesModified', 'body'] },
  )

  it('never throw, whatever they contain, and every title fits', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const turns = turnsOf(events as unknown as TurnEvent[], [])
        summarise(turns)
        for (const turn of turns) {
          for (const { title } of distil(turn)) expect(title.length).toBeLessThanOrEqual(TITLE_MAX)
        }
      }),
    )
  })

  it('a turn of 1,000 calls gives a few observations', () => {
    const many = Array.from({ length: 500 }, (_, at) => [
      done(edit(`src/f${at % 40}.ts`, 'a', 'b')),
      done(shell('npm test'), 'x '.repeat(3000)),
    ]).flat()
    const { events, prompts } = story([{ asked: 'add logging everywhere' }, ...many, { said: 'word '.repeat(800) }])
    const found = turnsOf(events, prompts).flatMap((turn) => distil(turn, ROOT))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(20)
  })
})

describe('a summary', () => {
  it('says what was asked, done, checked and left, and keeps its id at a later checkpoint of the turn', () => {
    const { events, prompts } = story([
      ...FIX.slice(0, -1),
      { said: 'Fixed the end of `parse_range`. Next: add a test for an empty range.' },
    ])
    const summary = summarise(turnsOf(events, prompts), ROOT)
    expect(summary).toMatchObject({
      request: expect.stringMatching(/^can you please fix the off-by-one in parse_range\?/),
      investigated: 'Read range.py.',
      completed: 'Fixed the end of `parse_range`. Changed src/range.py.',
      nextSteps: 'Add a test for an empty range.',
      notes: 'Passed: python -m pytest -q: 1 passed.',
      filesModified: [`${ROOT}/src/range.py`],
    })
    const more = story([
      ...FIX.slice(0, -1).map((step) => ('asked' in step ? { ...step, promptId: 'a' } : step)),
      { said: 'Fixed the end of `parse_range`.' },
      { asked: 'commit', promptId: 'b' },
      done(
        shell('git commit -m "Keep the last element of a range"'),
        '[main 1a2b3c4] Keep the last element of a range',
      ),
      { said: 'Committed.' },
      { asked: 'thanks', promptId: 'c' },
      { said: 'You are welcome.' },
    ])
    const turns = turnsOf(more.events, more.prompts)
    expect(summarise(turns.slice(0, 2), ROOT)).toMatchObject({
      request: expect.stringContaining('off-by-one in parse_range'),
      completed: expect.stringMatching(/^Committed: Keep the last element of a range\. Changed src\/range\.py\.$/),
    })
    expect(summarise(turns, ROOT)).toBeUndefined()
    expect(summarise(turnsOf(events.slice(0, 4), prompts))?.id).toBe(summary?.id)
  })
})

it.each([
  ['Diagnose lost rows', 1],
  ['Debug the flaky test of the sync', 1],
  ['Investigate sync corruption', 1],
  ['Audit sync for data loss', 1],
  ['Warum fehlen Zeilen', 1],
  ['Explore the sync module', 0],
])('a subagent that was sent for a cause and names it leaves a record: %s', (description, records) => {
  const report = 'The sync loses rows because `mergeRows()` drops each row without an id. It is called for 3 tables. '
  const sent = done({ kind: 'agent', description, prompt: 'x', type: 'Explore' }, report.repeat(3))
  expect(observe([{ asked: 'see the sync' }, sent, { said: 'See above.' }])).toHaveLength(records)
})
