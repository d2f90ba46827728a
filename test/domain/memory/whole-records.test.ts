import { describe, expect, it, test } from 'vitest'
import { done, edit, failed, ROOT, read, type Step, shell, T0 } from '../samples.ts'
import { observe } from './observing.ts'

const commit = (printed: string) => done(shell('git commit -am x'), printed)
const patched = (path: string, patch: string) => done(edit(path, 'x', 'y'), '', {}, patch)
const titles = (...steps: Step[]) => observe(steps).map(({ title }) => title)

describe('a turn with several commits', () => {
  const [first, second, ...more] = observe([
    { asked: 'add the option and document it' },
    patched('src/a.ts', '+export function withRetry() {'),
    commit('[main 1a2b3c4] Add a retry option to the client\n 1 file changed, 3 insertions(+), 1 deletion(-)'),
    patched('docs/retry.md', '+## How retries back off'),
    commit('[main 2b3c4d5] docs: describe the retry option\n 1 file changed, 9 insertions(+)'),
    {
      said: 'Added the retry option of the client. The footer was left alone. Documented the retry option with its backoff.',
    },
  ])

  it('gives one record per commit, each with its own files, type and facts', () => {
    expect(more).toEqual([])
    expect(first).toMatchObject({
      type: 'feature',
      title: 'Add a retry option to the client (src/a.ts)',
      titledBy: 'commit',
      facts: [
        'Commit: 1a2b3c4 Add a retry option to the client',
        'src/a.ts: withRetry (+1 −0)',
        'Added the retry option of the client.',
        'Documented the retry option with its backoff.',
      ],
      concepts: ['what-changed'],
      filesModified: [`${ROOT}/src/a.ts`],
    })
    expect(second).toMatchObject({
      type: 'change',
      title: 'Describe the retry option (docs/retry.md)',
      titledBy: 'commit',
      // What the agent said of other things is no part of it
      narrative: 'Added the retry option of the client. Documented the retry option with its backoff.',
      facts: ['Commit: 2b3c4d5 docs: describe the retry option', 'docs/retry.md: +1 −0'],
      concepts: ['what-changed'],
      filesModified: [`${ROOT}/docs/retry.md`],
    })
    expect(second?.id).not.toBe(first?.id)
    expect([first?.evidence.length, second?.evidence.length]).toEqual([6, 3])
  })
})

test('a wide turn gives one record per folder, what is in no wide folder with the first', () => {
  const files = ['src/api', 'src/web'].flatMap((folder) => [1, 2, 3, 4].map((n) => `${folder}/f${n}.ts`))
  const found = observe([
    { asked: 'replace moment by luxon in the whole project' },
    ...files.map((path, n) => patched(path, `+export function date${n}() {`)),
    done(edit('package.json', 'a', 'b')),
    { said: 'Replaced moment by luxon.' },
  ])
  expect(found.map(({ title, filesModified }) => [title, filesModified.length])).toEqual([
    ['replace moment by luxon in the whole project (src/api/f1.ts +4)', 5],
    ['Change date4 (src/web/f1.ts +3)', 4],
  ])
  expect(found[1]).toMatchObject({
    titledBy: 'observed',
    facts: expect.arrayContaining(['src/web/f4.ts: date7 (+1 −0)']),
  })
  const seven = files.slice(0, 7).map((path) => done(edit(path, 'a', 'b')))
  expect(titles({ asked: 'replace moment by luxon' }, ...seven, { said: 'Replaced it.' })).toHaveLength(1)
})

describe('work that was done by commands alone', () => {
  const moved = [done(shell('git mv src/helpers lib/helpers'), ''), done(shell('sed -i s/a/b/ lib/x.ts'), '')]
  const said =
    'Moved the helpers of the parser into `lib/helpers`. Updated each import of `parseRange` to the new path.'

  it('is recorded with the commands and what the agent says that it did', () => {
    expect(observe([{ asked: 'move the helpers into lib' }, ...moved, { said }])).toMatchObject([
      {
        type: 'refactor',
        title: 'move the helpers into lib',
        titledBy: 'user',
        narrative: `Asked: move the helpers into lib. ${said}`,
        facts: [
          'Ran: git mv src/helpers lib/helpers',
          'Ran: sed -i s/a/b/ lib/x.ts',
          'Moved the helpers of the parser into `lib/helpers`.',
          'Updated each import of `parseRange` to the new path.',
        ],
        filesModified: [],
      },
    ])
  })

  it('is none where the agent names nothing that it did, or the person only asked', () => {
    expect(observe([{ asked: 'move the helpers into lib' }, ...moved, { said: 'Done.' }])).toEqual([])
    const [answer] = observe([{ asked: 'where did the helpers of the parser go?' }, ...moved, { said }])
    expect(answer?.type ?? 'discovery').toBe('discovery')
  })
})

describe("a subagent's answer", () => {
  const answer =
    'The sync loses rows because `mergeRows()` drops each row without an id. It is called from `sync.ts:40` for 3 tables. '
  const agent = (text: string) =>
    done({ kind: 'agent', description: 'Find why the sync loses rows', prompt: 'x', type: 'Explore' }, text)

  it('is a discovery with its task as the question', () => {
    expect(observe([{ asked: 'look into the sync' }, agent(answer.repeat(3)), { said: 'See above.' }])).toMatchObject([
      {
        type: 'discovery',
        title: 'Find why the sync loses rows → The sync loses rows because mergeRows() drops each row without an id',
        narrative: expect.stringMatching(/^A subagent was given: Find why the sync loses rows\. The sync loses rows/),
        facts: [
          'The sync loses rows because `mergeRows()` drops each row without an id.',
          'It is called from `sync.ts:40` for 3 tables.',
        ],
        concepts: ['how-it-works'],
        filesModified: [],
      },
    ])
  })

  it('leaves no record where the subagent was sent to look around', () => {
    for (const description of ['Explore the sync module', 'Map sync code paths', 'Suche nach Sync-Code']) {
      const sent = done({ kind: 'agent', description, prompt: 'x', type: 'Explore' }, answer.repeat(3))
      expect(observe([{ asked: 'speed up the sync' }, sent, { said: 'See above.' }])).toEqual([])
    }
  })

  it('leaves no record where it is short, or only says that it was started', () => {
    for (const text of [answer, `Async agent launched. ${answer.repeat(3)}`])
      expect(observe([{ asked: 'look into the sync' }, agent(text), { said: 'See above.' }])).toEqual([])
  })
})

test('an answer has what failed and was not fixed, what to beware of, and what names something, each once', () => {
  const [found, ...more] = observe([
    { asked: 'why does the import fail?' },
    failed(
      shell('npm test'),
      "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'id')\nTests  1 failed",
    ),
    {
      said: 'The import fails because `readRow()` returns undefined for an empty line. Be careful: the parser in `rows.ts` is shared with the export. It also runs at night. Each row is read 3 times. The header is read once. The footer of `rows.ts` is skipped.',
    },
  ])
  expect(more).toEqual([])
  expect(found).toMatchObject({
    type: 'discovery',
    facts: [
      "Failed: npm test → TypeError: Cannot read properties of undefined (reading 'id')",
      'Be careful: the parser in `rows.ts` is shared with the export.',
      'The footer of `rows.ts` is skipped.',
      expect.stringMatching(/^Still failing: npm test/),
    ],
    concepts: ['why-it-exists', 'gotcha'],
  })
  expect(found?.narrative).toMatch(/^Asked: why does the import fail\? The import fails because/)
})

describe('a small change to what was just changed', () => {
  const work: Step[] = [
    { asked: 'add a retry option to the client' },
    done(edit('src/app.ts', 'a', 'b')),
    { said: 'Added it.' },
  ]
  const again = (path: string): Step[] => [
    { asked: 'a bit shorter please' },
    done(edit(path, 'b', 'c')),
    { said: 'Done.' },
  ]

  it('joins its record only where it is of its files alone', () => {
    expect(titles(...work, ...again('src/app.ts'))).toHaveLength(1)
    expect(titles(...work, ...again('src/other.ts'))).toHaveLength(2)
    const both: Step[] = [
      { asked: 'a bit shorter please' },
      done(edit('src/app.ts', 'b', 'c')),
      done(edit('src/other.ts', 'b', 'c')),
      { said: 'Done.' },
    ]
    expect(titles(...work, ...both)).toHaveLength(2)
  })
})

describe('a failure that was fixed on the way', () => {
  const within = (output: string, repair = 'src/backoff.ts', said = 'Added `withRetry` to the client.') =>
    observe([
      { asked: 'add a retry option to the client' },
      patched('src/client.ts', '+export function withRetry(times: number) {'),
      failed(shell('npm test'), `Exit code 1\n${output}`),
      patched(repair, '-const tries = n\n+const tries = n + 1'),
      done(shell('npm test'), 'Tests  12 passed (12)'),
      { said },
    ])[1]

  it('says what failed, what was edited, what passed, and why in the words of the agent', () => {
    const cause = 'The cause was that backoffSeries started at zero.'
    expect(
      within('RangeError: backoffSeries is empty\nTests  1 failed', 'src/backoff.ts', `Added a retry. ${cause}`),
    ).toMatchObject({
      type: 'bugfix',
      titledBy: 'observed',
      narrative: `\`npm test\` failed: RangeError: backoffSeries is empty. It passed after edits to src/backoff.ts. ${cause}`,
      facts: [
        expect.stringMatching(/^Failed: npm test → RangeError: backoffSeries is empty/),
        'Passed: npm test: 12 passed',
        'src/backoff.ts: +1 −1',
      ],
      concepts: ['problem-solution', 'gotcha'],
    })
  })

  it('has no cause that speaks of another matter', () => {
    const found = within(
      'RangeError: backoffSeries is empty\nTests  1 failed',
      'src/backoff.ts',
      'Added a retry. The cause was the clock.',
    )
    expect(found?.narrative).not.toContain('clock')
  })

  it('by tests alone is a change of the tests', () => {
    const found = within('RangeError: backoffSeries is empty\nTests  1 failed', 'test/client.test.ts')
    expect(found).toMatchObject({ type: 'change', title: expect.stringMatching(/^Adjust tests after "RangeError/) })
  })

  it('leaves no record of its own where its error only counts', () => {
    expect(within('1 failed')).toBeUndefined()
  })
})

test('files that were read are told, those read most first', () => {
  const [found] = observe([
    { asked: 'how does the cache of `load()` work?' },
    ...['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/b.ts'].map((path) => done(read(path), 'x')),
    {
      said: 'The cache of `load()` keeps one entry for each tenant and drops the oldest one past a hundred entries, in `src/b.ts`.',
    },
  ])
  expect(found?.filesRead).toEqual(['b', 'a', 'c'].map((name) => `${ROOT}/src/${name}.ts`))
})

describe('the files of a change', () => {
  const factsOf = (...calls: Step[]) =>
    observe([{ asked: 'add a retry option to the client' }, ...calls, { said: 'Added it.' }])[0]?.facts

  it('are told with the names that were declared in each and its lines, four files, those changed most first', () => {
    const grown = (lines: number, name = '') =>
      [
        ...Array.from({ length: lines }, (_, n) => `+line ${n}`),
        ...(name === '' ? [] : [`+function ${name}() {`]),
      ].join('\n')
    const edits = ['one', 'two', 'three', 'four', 'five'].map((name, n) =>
      patched(`src/${name}.ts`, grown(10 * (n + 1), n > 2 ? name : '')),
    )
    expect(factsOf(...edits)).toEqual([
      'src/five.ts: five (+51 −0)',
      'src/four.ts: four (+41 −0)',
      'src/three.ts: +30 −0',
      'src/two.ts: +20 −0',
    ])
  })

  it('have the lines of a new file counted, and of a file that was edited several times those of all edits', () => {
    const written = done({ kind: 'write', path: 'src/new.ts', text: 'one\ntwo\nthree' })
    expect(factsOf(written)).toEqual(['src/new.ts: 3 lines written'])
    expect(factsOf(done({ kind: 'write', path: 'src/new.ts', text: 'function go() {\n}' }))).toEqual([
      'src/new.ts: 2 lines written',
    ])
    expect(factsOf(patched('src/a.ts', '-a\n+b'), patched('src/a.ts', '-c\n+d\n+e'))).toEqual(['src/a.ts: +3 −2'])
    // A file that was written anew and had a version before comes with a patch
    const rewritten = done({ kind: 'write', path: 'src/a.ts', text: 'x' }, '', {}, '-a\n+b')
    expect(factsOf(rewritten)).toEqual(['src/a.ts: +1 −1'])
  })
})

test('a record is dated by the last thing that it is made from, and cites each once, sixty at most', () => {
  const edits = Array.from({ length: 80 }, (_, n) => done(edit(`src/f${n % 3}.ts`, 'a', 'b')))
  const steps: Step[] = [{ asked: 'add a retry option to the client' }, ...edits, { said: 'Added it.' }]
  const [found] = observe(steps)
  expect(found?.at).toBe(T0 + (steps.length - 1) * 60_000)
  expect(found?.evidence).toHaveLength(60)
  expect(new Set(found?.evidence).size).toBe(60)
})

test('an error is told without the colours of the terminal', () => {
  const red = '\u001b[31mRangeError\u001b[39m: \u001b[1mbackoff is empty\u001b[22m'
  const [found] = observe([
    { asked: 'why does the start fail?' },
    failed(shell('node start.js'), `Exit code 1\n${red}`),
    { said: 'The start fails because the backoff in `start.js` is empty when no option was given at all.' },
  ])
  expect(found?.facts[0]).toBe('Failed: node start.js → RangeError: backoff is empty')
})
