import { describe, expect, it } from 'vitest'
import { TITLE_MAX } from '../../../src/domain/memory/title.ts'
import { done, edit, type Step } from '../samples.ts'
import { observe } from './observing.ts'

describe("a person's choice", () => {
  const chosen = (steps: readonly Step[]) => observe(steps).filter(({ type }) => type === 'decision')

  it('of an option is a decision, with the question it answers', () => {
    const asks = 'Where should the drafts be kept? → In the browser only'
    const [found, ...more] = chosen([
      { asked: 'keep drafts' },
      done({ kind: 'other', text: 'Where should the drafts be kept?', puts: 'question' }, asks),
      done({ kind: 'other', text: 'Shall I commit this now?', puts: 'question' }, 'Shall I commit this now? → Yes'),
      { said: 'Ok.' },
    ])
    expect(more).toEqual([])
    expect(found).toMatchObject({ title: asks, decidedBy: 'user' })
  })

  it.each([
    ["let's go with B", 'Where do drafts go? → option B: Keep them in the browser'],
    ['option a, please', 'Where do drafts go? → option a: Store them on the server'],
  ])('%j is recorded with the option it picks', (asked, title) => {
    const before =
      '**Option A:** Store them on the server\n**Option B:** Keep them in the browser\n\nWhere do drafts go?'
    expect(chosen([{ asked: 'keep drafts' }, { said: before }, { asked }, { said: 'Ok.' }])).toMatchObject([
      { title, decidedBy: 'user' },
    ])
  })

  it('keeps its answer even if the question is long', () => {
    const question = `Where should the drafts be kept, ${'given how often people change devices, '.repeat(5)}in the end?`
    const [found] = chosen([
      { asked: 'keep drafts' },
      done({ kind: 'other', text: question, puts: 'question' }, `${question} → In the browser only`),
      { said: 'Ok.' },
    ])
    expect(found?.title).toMatch(/^Where should the drafts be kept.*… → In the browser only$/)
    expect(found?.title.length).toBeLessThanOrEqual(TITLE_MAX)
  })

  it('of one thing instead of another is quoted as written', () => {
    const asked = 'No, use luxon instead of moment for the dates. Thanks!'
    const steps: Step[] = [{ asked }, done(edit('src/app.ts', 'a', 'b')), { said: 'Done.' }]
    expect(chosen(steps)).toMatchObject([{ title: 'No, use luxon instead of moment for the dates.' }])
  })

  it('is not found in a prompt that merely continues', () => {
    const before = 'I found two things:\n1. The footer is empty\n2. The header is too tall\n\nShall I go on?'
    for (const asked of ['2', 'yes', 'fix 1', 'use the other branch'])
      expect(chosen([{ asked: 'look at the page' }, { said: before }, { asked }, { said: 'Ok.' }])).toEqual([])
  })
})
