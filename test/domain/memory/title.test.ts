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

  it('"yes" takes the meaning of the offer', () => {
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

  it('a number takes the meaning of the item it picks', () => {
    const before =
      'Options:\n1. **Log it** - one line\n2. **Skip symbolic links in `copyTree()`** - safest\n\nWhich do you prefer?'
    for (const asked of ['2', 'option 2', "let's do 2 then"])
      expect(changed(asked, 'Done.', before)).toBe('Skip symbolic links in copyTree() (src/app.ts)')
  })

  it('before and after are shown if the agent gives both', () => {
    expect(changed('yes', 'Done.\n- **Before:** `app clean`\n- **After:** `app session clean`')).toBe(
      'app clean → app session clean (src/app.ts)',
    )
  })

  it('a sentence that refers elsewhere, announces or asks is not a title', () => {
    const said =
      'This also fixes it. It will now show:\n\nThe upload cache is cleared on every `reload()`. Is that what you wanted?'
    expect(changed('hmm, not like that', said)).toBe('The upload cache is cleared on every reload() (src/app.ts)')
  })

  const committing = (subject: string, more = ''): Step =>
    done(shell('git commit -am x'), `[main 1a2b3c4] ${subject}\n${more}`)

  it('a commit names the work best, with its scope, and its hash becomes a fact', () => {
    const [found] = observe([
      { asked: 'go on and commit' },
      done(edit('src/app.ts', 'a', 'b')),
      committing('fix(upload): retry a dropped connection once (#12)', ' 1 file changed, 2 insertions(+)'),
      { said: 'Done.' },
    ])
    expect(found?.title).toBe('fix(upload): retry a dropped connection once (src/app.ts)')
    expect(found?.facts).toContain('Commit: 1a2b3c4 fix(upload): retry a dropped connection once (#12)')
  })

  it.each([
    ['feat: cache the avatars', 'feature', 'Cache the avatars (src/app.ts)'],
    ['fix!: no retry after a refusal', 'bugfix', 'No retry after a refusal (src/app.ts)'],
    ['refactor(api): one client for both hosts', 'refactor', 'refactor(api): one client for both hosts (src/app.ts)'],
    ['docs: say how to add a host', 'change', 'Say how to add a host (src/app.ts)'],
    ['security: keep tokens out of the log', 'security', 'Keep tokens out of the log (src/app.ts)'],
    ['Fix the avatar cache', 'bugfix', 'Fix the avatar cache (src/app.ts)'],
  ])('the commit %j has the type %s, whatever else is said', (subject, type, title) => {
    const [found] = observe([
      { asked: 'add caching, the refactoring broke it' },
      done(edit('src/app.ts', 'a', 'b')),
      committing(subject),
      { said: 'Fixed the error by adding a cache.' },
    ])
    expect(found).toMatchObject({ type, title })
  })

  it.each(['Merge branch main into cache', 'wip', 'fixup! cache the avatars', 'fixes'])(
    'the subject %j says nothing',
    (subject) => {
      const [found] = observe([
        { asked: 'cache the avatars of the team page' },
        done(edit('src/app.ts', 'a', 'b')),
        committing(subject),
        { said: 'Done.' },
      ])
      expect(found?.title).toBe('cache the avatars of the team page (src/app.ts)')
    },
  )

  it('a quiet commit is known by its message, and a failed one is not a commit', () => {
    const quiet = (output: string): Step[] => [
      { asked: 'make it faster' },
      done(edit('src/app.ts', 'a', 'b')),
      done(shell('git commit -q -m "Cache the avatars of a team"'), output),
      { said: 'Done.' },
    ]
    expect(observe(quiet(''))[0]?.title).toBe('Cache the avatars of a team (src/app.ts)')
    expect(observe(quiet('lint failed'))[0]?.title).not.toContain('Cache')
  })

  it('each commit in a turn names the edits before it', () => {
    const found = observe([
      { asked: 'do both tickets' },
      done(edit('src/cache.ts', 'a', 'b')),
      committing('feat: cache the avatars'),
      done(edit('src/upload.ts', 'a', 'b')),
      committing('fix: retry the upload'),
      { said: 'Both are done.' },
    ])
    expect(found.map(({ type, title }) => [type, title])).toEqual([
      ['feature', 'Cache the avatars (src/cache.ts)'],
      ['bugfix', 'Retry the upload (src/upload.ts)'],
    ])
  })

  it('a plan names its work by its heading, even if it was only proposed', () => {
    const plan = '# Plan: Show the age of a draft\n\n## Context\n\nDrafts have no age, which causes errors.\n'
    const carried = observe([
      { asked: `Implement the following plan:\n\n${plan}` },
      done(edit('src/app.ts', 'a', 'b')),
      { said: 'All of it is in place. The failing test is fixed.' },
    ])
    expect(carried[0]).toMatchObject({ type: 'feature', title: 'Show the age of a draft (src/app.ts)' })
    const proposed = observe([
      { asked: 'drafts should have an age' },
      done({ kind: 'other', text: plan, puts: 'plan' }),
      { said: 'The plan is ready for you to look at. '.repeat(5) },
    ])
    expect(proposed[0]).toMatchObject({ type: 'discovery', title: 'Proposed: Show the age of a draft' })
  })

  it('a command is shown in full', () => {
    const title = changed('/team:check-everything-before-the-release 12', 'Raised the limit of `upload()` to 20 MB.')
    expect(title).toBe('check-everything-before-the-release: Raised the limit of upload() to 20 MB (src/app.ts)')
  })

  it('a removal is described as a removal', () => {
    const [found] = observe([
      { asked: 'ok' },
      done(edit('src/app.ts', 'a', ''), '', {}, '-function oldLogin() {\n-}'),
      { said: 'Ok.' },
    ])
    expect(found?.title).toBe('Remove oldLogin (src/app.ts)')
    expect(found?.facts).toContain('src/app.ts: removed oldLogin (+0 −2)')
  })

  it.each([
    'All improvements are complete and the whole suite passes with `npm test`.',
    'The upload now does three things in `client.ts`:',
    'Should I also add `withRetry()` to the importer?',
    'I think you could look at `importer.ts` for more.',
  ])('%j is not used if the agent says anything better', (filler) => {
    const said = `${filler}\n\nThe importer waits for \`drain()\` before closing the socket.`
    expect(changed('hmm, not like that', said)).toContain('The importer waits for drain()')
  })

  it('never exceed their length, nor end inside a word', () => {
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

describe("the author of a title's words", () => {
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
  ] as const)('is recorded: %s', (_, steps, by) => {
    expect(observe(steps).map(({ titledBy }) => titledBy)).toEqual([by])
  })
})
