import { describe, expect, it } from 'vitest'
import { done, edit, type Step, shell } from '../samples.ts'
import { observe } from './observing.ts'

describe('turns that belong together', () => {
  const change = (asked: string, said: string): Step[] => [{ asked }, done(edit('src/app.ts', 'a', 'b')), { said }]
  const WORK = change('add a retry option to the client', 'Added it.')

  it('a small edit to the same file joins the record of the work before it', () => {
    const more = [...change('can you change it to "Tries: 3"', 'Done.'), ...change('a bit shorter please', 'Done.')]
    const found = observe([...WORK, ...more])
    expect(found.map(({ title }) => title)).toEqual(['add a retry option to the client (src/app.ts)'])
    expect(found[0]?.evidence).toHaveLength(9)
  })

  const committed = (subject: string, asked = 'commit'): Step[] => [
    { asked },
    done(shell('git commit -am x'), `[main 1a2b3c4] ${subject}`),
    { said: 'Committed as 1a2b3c4, and the working tree is clean now. Nothing else was changed in this step at all.' },
  ]

  it('a later commit adds its name to what it committed, and a turn that only commits leaves no record', () => {
    const found = observe([...WORK, ...committed('feat(client): retry twice')])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ type: 'feature', title: 'feat(client): retry twice (src/app.ts)' })
    expect(found[0]?.facts[0]).toBe('Commit: 1a2b3c4 feat(client): retry twice')
    const twice = [...WORK, ...committed('feat(client): retry twice'), ...committed('feat(client): retry twice')]
    expect(observe(twice)).toEqual(found)
  })

  it('among several changes, a commit renames the one that it describes', () => {
    const other: Step[] = [
      { asked: 'the footer should show the version of the server' },
      done(edit('src/footer.ts', 'a', 'b')),
      { said: 'Done.' },
    ]
    const found = observe([...WORK, ...other, ...committed('Retry option for the client')])
    expect(found.map(({ title }) => title)).toEqual([
      'Retry option for the client (src/app.ts)',
      'the footer should show the version of the server (src/footer.ts)',
    ])
    expect(found.every(({ facts }) => facts[0]?.startsWith('Commit: '))).toBe(true)
  })

  it('what a commit needed along the way belongs to what it committed', () => {
    const [first, ...others] = observe([
      ...WORK,
      { asked: 'commit and push' },
      done(edit('src/lint.ts', 'a', 'b')),
      done(shell('git commit -am x'), '[main 1a2b3c4] Retry the client'),
      { said: 'Done.' },
    ])
    expect(others).toEqual([])
    expect(first?.filesModified.map((file) => file.split('/').at(-1))).toEqual(['app.ts', 'lint.ts'])
  })

  it('a changelog written for a commit belongs to what it committed', () => {
    const changelog = (subject: string): Step[] => [
      { asked: 'commit this and mention it in the changelog' },
      done(edit('CHANGELOG.md', 'a', 'b')),
      done(shell('git commit -am x'), `[main 1a2b3c4] ${subject}`),
      { said: 'Done.' },
    ]
    const of = (subject: string) => observe([...WORK, ...changelog(subject)]).map(({ title }) => title)
    expect(of('Retry option for the client')).toEqual(['Retry option for the client (src/app.ts)'])
    expect(of('Release 2.1')).toEqual(['add a retry option to the client (src/app.ts)', 'Release 2.1 (CHANGELOG.md)'])
  })

  it.each(['push', 'create a branch', 'Thanks!', 'k'])('%j leaves no record', (asked) => {
    const said = 'That is done: the remote has all of it now, and the pipeline of `main` runs since a moment ago. '
    expect(observe([{ asked }, done(shell('git push'), 'ok'), { said: said.repeat(2) }])).toEqual([])
  })

  it('a proposal is superseded once it is carried out', () => {
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

  it('a mere rephrasing leaves no record', () => {
    const said =
      'The client retries twice by `withRetry()`, since the server drops bursts. It waits in `src/backoff.ts` between the tries, twice as long each time.'
    expect(observe([{ asked: 'can you summarize that for the PR body?' }, { said }])).toEqual([])
  })
})
