import { describe, expect, test } from 'vitest'
import type { IndexRow, WhyEntry } from '../../viewer/documents.ts'
import { isFailed, storyOf, tally, within, withoutName } from '../../viewer/story.ts'

const row = (
  id: string,
  at: number,
  kind: IndexRow['kind'] = 'event',
  type = 'Bash',
  title = `${type}: ${id}`,
): IndexRow => ({
  ...{ id, at, kind, type, title },
  ...{ sessionId: 's', project: 'p', files: [] },
})
const prompt = (id: string, at: number, origin = 'person') => row(id, at, 'prompt', origin, 'do it')
const told = (at: number, more: Partial<WhyEntry> = {}): WhyEntry => ({
  ...{ at, event: 'UserPromptSubmit', eventId: `e${at}`, behaviour: 'prompt-recall', effect: 'context' },
  ...{ ids: ['o_1'], reasons: [], ms: 1, outcome: 'said' as const },
  ...more,
})
const shape = (rows: readonly IndexRow[], entries: readonly WhyEntry[] = []) =>
  storyOf(rows, entries).map(({ prompt: asked, parts }) => [asked?.id, ...parts.map(({ kind }) => kind)])

describe('a story', () => {
  test('is ordered by turn: the prompt, its calls as one part, the answer, the observations', () => {
    const rows = [
      row('start', 1, 'event', 'SessionStart'),
      prompt('p1', 2),
      row('a', 3),
      row('b', 4, 'event', 'Read'),
      row('stop', 5, 'event', 'Stop'),
      row('o', 6, 'observation', 'bugfix'),
      prompt('p2', 7),
      row('c', 8),
    ]
    expect(shape(rows)).toEqual([
      [undefined, 'mark'],
      ['p1', 'work', 'said', 'made'],
      ['p2', 'work'],
    ])
    const [, first] = storyOf(rows, [])
    expect(first?.parts[0]).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }] })
  })

  test('begins with the start of the session, even if the first prompt has the same time', () => {
    expect(shape([prompt('p1', 1), row('start', 1, 'event', 'SessionStart')])).toEqual([[undefined, 'mark'], ['p1']])
  })

  test('shows machine text as part of the work, and can begin without a prompt', () => {
    expect(shape([row('a', 1), prompt('m', 2, 'machine'), row('b', 3)])).toEqual([[undefined, 'work']])
    expect(storyOf([row('a', 1), prompt('m', 2, 'machine')], [])[0]?.parts[0]).toMatchObject({ rows: [{}, {}] })
    expect(shape([])).toEqual([])
  })

  test('shows injected context where it was injected, after the prompt it answers; leaves out silent behaviours', () => {
    const rows = [prompt('p1', 2), row('a', 3), row('b', 5)]
    const entries = [told(2), told(4), told(5, { outcome: 'silent' }), told(5, { ids: [] }), told(0)]
    expect(shape(rows, entries)).toEqual([
      [undefined, 'told'],
      ['p1', 'told', 'work', 'told', 'work'],
    ])
  })
})

test('calls are counted by type, most frequent first', () => {
  expect(tally([row('a', 1), row('b', 2, 'event', 'Read'), row('c', 3, 'event', 'Read')])).toEqual([
    ['Read', 2],
    ['Bash', 1],
  ])
})

test('a title says whether a call failed, and is shown without the name of the tool or event', () => {
  const failed = row('a', 1, 'event', 'Bash', 'Bash: npm test (failed)')
  expect([isFailed(failed), withoutName(failed)]).toEqual([true, 'npm test (failed)'])
  expect(isFailed(row('a', 1, 'event', 'Bash', 'Bash: echo (failed) again'))).toBe(false)
  expect(withoutName({ type: 'Stop', title: 'Stop: ## Done' })).toBe('Done')
})

test("a path inside the session's folder is shown relative to it", () => {
  expect([within('/a/b/c', '/a/b'), within('/a/bc', '/a/b'), within('/x', undefined)]).toEqual(['c', '/a/bc', '/x'])
})
