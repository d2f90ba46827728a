import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TITLE_MAX } from '../../../src/domain/memory/title.ts'
import { done, edit, type Step, shell } from '../samples.ts'
import { observe } from './observing.ts'

describe('titles', () => {
  const changed = (asked: string, said: string, before = ''): string | undefined => {
    const steps: Step[] = [{ asked }, done(edit('src/app.ts', 'a', 'b'), '', {}, '+function setUp() {'), { said }]
    const told = observe(
      before === '' ? steps : [{ asked: 'what is wrong with the build?' }, { said: before }, ...steps],
    )
    return told.findLast(({ filesModified }) => filesModified.length > 0)?.title
  }

  it.each([
    ['can you add a standard MIT license?', 'Done.', 'can you add a standard MIT license? (src/app.ts)'],
    ["let's completely remove the start command", 'Done.', "let's completely remove the start command (src/app.ts)"],
    [
      'I think we should rename `clean` to `cleanup` everywhere',
      'Done.',
      'I think we should rename clean to cleanup everywhere (src/app.ts)',
    ],
    [
      'can we make it a bit wider?',
      "Done! I've increased the branch column from 20 to 30 characters.",
      'Increased the branch column from 20 to 30 characters (src/app.ts)',
    ],
    ['ok', 'All good now.', 'Change setUp (src/app.ts)'],
    [
      'go ahead, but leave login() alone',
      "I've split `UserService` into three classes.",
      'Split UserService into three classes (src/app.ts)',
    ],
    [
      'can you take a look at: `trim()` is not used anywhere. The code should either:\n\nDrop it from the exports\nSay why it is there',
      'Removed the unused `trim()` wrapper from the exports.',
      'Removed the unused trim() wrapper from the exports (src/app.ts)',
    ],
  ])('%s → a title that says what was done', (asked, said, title) => {
    expect(changed(asked, said)).toBe(title)
  })

  it('"yes" takes the meaning of what was offered', () => {
    expect(
      changed(
        'yes',
        'Done.',
        'The cache is never cleared, that breaks the build. Should I clear the cache on startup?',
      ),
    ).toBe('Clear the cache on startup (src/app.ts)')
    expect(changed('yes', 'Done.', 'It is dead code. Should I clean this up by removing the unused `readAll()`?')).toBe(
      'Clean this up by removing the unused readAll() (src/app.ts)',
    )
  })

  it('a number takes the meaning of the item that it picks', () => {
    const before =
      'Options:\n1. **Log it** - one line\n2. **Skip symbolic links in `copyTree()`** - safest\n\nWhich do you prefer?'
    for (const asked of ['2', 'option 2', "let's do 2 then"])
      expect(changed(asked, 'Done.', before)).toBe('Skip symbolic links in copyTree() (src/app.ts)')
  })

  it('what is now stands against what was, where the agent says both', () => {
    expect(changed('yes', 'Done.\n- **Before:** `app clean`\n- **After:** `app session clean`')).toBe(
      'app clean → app session clean (src/app.ts)',
    )
  })

  it('a sentence that points elsewhere, announces or asks is none', () => {
    const said =
      'This also fixes it. It will now show:\n\nThe upload cache is cleared on every `reload()`. Is that what you wanted?'
    expect(changed('hmm, not like that', said)).toBe('The upload cache is cleared on every reload() (src/app.ts)')
  })

  it('a commit names the work best, and its hash is a fact', () => {
    const [found] = observe([
      { asked: 'go on and commit' },
      done(edit('src/app.ts', 'a', 'b')),
      done(shell('git commit -am x'), '[main 1a2b3c4] fix(upload): retry a dropped connection once\n 1 file changed'),
      { said: 'Done.' },
    ])
    expect(found?.title).toBe('fix(upload): retry a dropped connection once (src/app.ts)')
    expect(found?.facts).toContain('Commit: 1a2b3c4 fix(upload): retry a dropped connection once')
  })

  it('never exceed their length, nor end within a word', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), fc.lorem({ maxCount: 40 }), (asked, said) => {
        const [found] = observe([{ asked: `please add ${asked}` }, done(edit('src/a.ts', 'a', 'b')), { said }])
        expect(found?.title.length).toBeLessThanOrEqual(TITLE_MAX)
        const cut = /(\w+)…/.exec(found?.title ?? '')?.[1] ?? ''
        expect(asked.split(/\W+/)).toContain(cut === '' ? asked.split(/\W+/)[0] : cut)
      }),
    )
  })
})

describe('turns that belong together', () => {
  const change = (asked: string, said: string): Step[] => [{ asked }, done(edit('src/app.ts', 'a', 'b')), { said }]
  const WORK = change('add a retry option to the client', 'Added it.')

  it('a touch to the same file that says nothing by itself joins the record of the work before', () => {
    const more = [...change('can you change it to "Tries: 3"', 'Done.'), ...change('a bit shorter please', 'Done.')]
    const found = observe([...WORK, ...more])
    expect(found.map(({ title }) => title)).toEqual(['add a retry option to the client (src/app.ts)'])
    expect(found[0]?.evidence).toHaveLength(9)
  })

  it('a later commit is added to what it committed', () => {
    const committed: Step[] = [
      { asked: 'commit' },
      done(shell('git commit -am x'), '[main 1a2b3c4] Add retries'),
      { said: 'Committed.' },
    ]
    const found = observe([...WORK, ...committed])
    expect(found).toHaveLength(1)
    expect(found[0]?.facts[0]).toBe('Commit: 1a2b3c4 Add retries')
    expect(observe([...WORK, ...committed, ...committed])).toEqual(observe([...WORK, ...committed]))
  })

  it('what was proposed is superseded once it is done', () => {
    const found = observe([
      { asked: 'what about the upload cache?' },
      {
        said: 'I would say that depends on a few things which we both know. Should I clear the upload cache in `reload()`?',
      },
      ...change('yes', 'Done.'),
    ])
    expect(found.map(({ title }) => title)).toEqual([
      'Proposed: Clear the upload cache in reload()',
      'Clear the upload cache in reload() (src/app.ts)',
    ])
    expect(found[1]?.supersedes).toBe(found[0]?.id)
  })

  it('what is only said again in other words leaves no record', () => {
    const said =
      'The client retries twice by `withRetry()`, since the server drops bursts. It waits in `src/backoff.ts` between the tries, twice as long each time.'
    expect(observe([{ asked: 'can you summarize that for the PR body?' }, { said }])).toEqual([])
  })
})

describe('whose words a title is in', () => {
  const change = done(edit('src/range.py', 'a', 'b'), 'ok', {}, ' def parse_range(text):\n-    a\n+    b')
  const commit = done(shell('git commit -m x'), '[main 1a2b3c4] fix(range): count the last element\n 1 file changed')

  it.each([
    ["the person's", [{ asked: 'Fix the off-by-one in parse_range' }, change, { said: 'Done.' }], 'user'],
    ['a commit’s', [{ asked: 'Fix the off-by-one in parse_range' }, change, commit, { said: 'Done.' }], 'commit'],
    ['what was seen to change', [{ asked: 'go on' }, change, { said: 'Done.' }], 'observed'],
    [
      'the agent’s',
      [{ asked: 'go on' }, change, { said: 'The loop in `parse_range` stopped one element before the end.' }],
      undefined,
    ],
  ] as const)('is kept: %s', (_, steps, by) => {
    expect(observe(steps).map(({ titledBy }) => titledBy)).toEqual([by])
  })
})
