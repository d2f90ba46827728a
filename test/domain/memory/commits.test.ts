import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { commitsIn, mainCommit, subjectAsTitle } from '../../../src/domain/memory/commits.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, failed, type Step, shell, story } from '../samples.ts'
import { observe } from './observing.ts'

/** The commits of a turn that ran these steps, without the events that they come from. */
const made = (...steps: Step[]) => {
  const [turn] = turnsOf(story([{ asked: 'commit this' }, ...steps]).events, [])
  return commitsIn(turn?.calls ?? []).map(({ event: _, ...commit }) => commit)
}
const quiet = (subject: string) => [{ hash: '', subject, size: 0 }]

describe('a commit', () => {
  it.each([
    ['git commit -m "Add a retry"', quiet('Add a retry')],
    ["git add -A && git commit -qm 'Add a retry' && git push", quiet('Add a retry')],
    ['git commit --message="Add a retry"', quiet('Add a retry')],
    ['git commit -m "$(cat <<\'EOF\'\nAdd a retry\n\nIt waits in between.\nEOF\n)"', quiet('Add a retry')],
    // What a variable holds is not known
    ['git commit -m "$MESSAGE"', []],
    ['git commit', []],
    ['git log -m "Add a retry"', []],
    ['echo commit -m "Add a retry"', []],
  ])('that prints nothing has the subject on its command line: %j', (command, expected) => {
    expect(made(done(shell(command), ''))).toEqual(expected)
  })

  it.each(['nothing to commit, working tree clean', 'error: gpg failed to sign the data', 'husky - aborted'])(
    'was not made where git or a hook says so: %j',
    (output) => {
      expect(made(done(shell('git commit -m "Add a retry"'), output))).toEqual([])
    },
  )

  it('was not made by a command that failed', () => {
    expect(made(failed(shell('git commit -m "Add a retry"'), 'Exit code 1'))).toEqual([])
  })

  it('has the hash, the subject and the size that git prints, whatever its branch and subject are', () => {
    const branch = fc.stringMatching(/^[a-z][\w./-]{0,30}( \(root-commit\))?$/)
    const subject = fc.stringMatching(/^\S[ -~]{0,80}\S$/)
    fc.assert(
      fc.property(branch, fc.stringMatching(/^[0-9a-f]{7,40}$/), subject, fc.nat(999), (on, hash, said, lines) => {
        const output = `[${on} ${hash}] ${said}\n Author: A <a@b.c>\n 2 files changed, ${lines} insertions(+), 2 deletions(-)`
        expect(made(done(shell('git commit'), output))).toEqual([{ hash, subject: said, size: lines + 2 }])
      }),
    )
  })

  it('that was amended counts once, as it became', () => {
    const first = done(shell('git commit -m x'), '[main 1a2b3c4] Add a rety\n 1 file changed, 3 insertions(+)')
    const other = done(shell('git commit -m y'), '[main 3a2b3c4] Log each retry\n 1 file changed, 1 insertion(+)')
    const amended = done(
      shell('git commit --amend -m z'),
      '[main 2b3c4d5] Add a retry\n 1 file changed, 3 insertions(+)',
    )
    const subjects = (...steps: Step[]) => made(...steps).map(({ subject }) => subject)
    expect(subjects(first, amended)).toEqual(['Add a retry'])
    expect(subjects(other, first, amended)).toEqual(['Log each retry', 'Add a retry'])
    // An amend that did not come about leaves the commit as it was
    expect(subjects(first, done(shell('git commit --amend'), 'fatal: nothing'))).toEqual(['Add a rety'])
  })
})

describe('the subject of a commit as a title', () => {
  it.each([
    ['Add a thing (#12)', 'Add a thing'],
    ['feat: add a thing', 'Add a thing'],
    ['docs!: Say why', 'Say why'],
    ['fix(api): add a thing', 'fix(api): add a thing'],
    ['add a thing', 'add a thing'],
  ])('%j is told as %j', (subject, title) => {
    expect(subjectAsTitle({ subject })).toBe(title)
  })

  it.each([
    'Merge branch main',
    'WIP on the parser',
    'fixup! Add a thing',
    'squash! Add a thing',
    'cleanup',
    'Small fixes',
    'more changes',
    'Initial commit',
    'fix: typo',
    'updates',
  ])('%j says nothing of the work', (subject) => {
    expect(subjectAsTitle({ subject })).toBe('')
  })
})

test('the commit that stands for some work is the largest with a telling subject, of equal ones the first', () => {
  const commit = (subject: string, size: number) => ({ subject, size, hash: '', event: {} as never })
  const [small, large, same, merge] = [
    commit('Log each retry', 2),
    commit('Add a retry', 9),
    commit('Add a limit', 9),
    commit('Merge main', 99),
  ]
  expect(mainCommit([small, large, same, merge])).toBe(large)
  expect(mainCommit([same, large])).toBe(same)
  expect(mainCommit([merge])).toBeUndefined()
  expect(mainCommit([])).toBeUndefined()
})

describe('changes that are committed later', () => {
  const change = (asked: string, path: string): Step[] => [{ asked }, done(edit(path, 'a', 'b')), { said: 'Done.' }]
  const commit = (subject: string): Step[] => [
    { asked: 'commit' },
    done(shell('git commit -am x'), `[main 1a2b3c4] ${subject}`),
    { said: 'Done.' },
  ]
  const first = change('add a retry option to the client', 'src/app.ts')
  const second = change('the footer should show the version of the server', 'src/footer.ts')

  it('have the commit among their facts and evidence, and what was committed before has not', () => {
    const found = observe([
      ...first,
      ...commit('Retry option of the client'),
      ...second,
      ...commit('Version in footer'),
    ])
    expect(found.map(({ facts }) => facts.filter((fact) => fact.startsWith('Commit: ')))).toEqual([
      ['Commit: 1a2b3c4 Retry option of the client'],
      ['Commit: 1a2b3c4 Version in footer'],
    ])
    expect(found.map(({ evidence }) => evidence.length)).toEqual([4, 4])
  })

  it('keep their titles where the commit speaks of none of them', () => {
    const titles = (subject: string) => observe([...first, ...second, ...commit(subject)]).map(({ title }) => title)
    const own = [
      'add a retry option to the client (src/app.ts)',
      'the footer should show the version of the server (src/footer.ts)',
    ]
    expect(titles('Release 2.1')).toEqual(own)
    // One word in common may be chance
    expect(titles('Release of the server')).toEqual(own)
    expect(titles('Show the version in the footer')).toEqual([own[0], 'Show the version in the footer (src/footer.ts)'])
  })
})
