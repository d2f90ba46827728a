import { describe, expect, test } from 'vitest'
import { connectionReport, renderChange } from '../../src/operations/verb/change.ts'
import { cutText, labelledFiles, table } from '../../src/operations/verb/layout.ts'
import { plainScreen } from '../../src/operations/verb/operation.ts'
import { renderWhy, type WhyEntry } from '../../src/operations/verb/why.ts'
import { ago, duration, moment, withShortPath } from '../../src/operations/verb/words.ts'

const now = new Date(2026, 10, 22, 12, 0).getTime()
const plain = plainScreen(now)

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [3_599_999, '1 h'],
  [7_500_000, '2 h 5 min'],
  [86_400_000, '1 d'],
  [273_600_000, '3 d 4 h'],
])('%i ms are %s', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

test.each([
  [[2026, 10, 22, 9, 5], 'today 09:05'],
  [[2026, 10, 21, 23, 59], 'yesterday 23:59'],
  [[2026, 10, 20, 0, 0], '2 days ago'],
  [[2026, 10, 9, 12, 0], '13 days ago'],
  [[2026, 10, 8, 12, 0], '2 weeks ago'],
  [[2026, 9, 1, 12, 0], '7 weeks ago'],
  [[2026, 0, 9, 12, 0], 'Jan 9, 2026'],
  [[2026, 10, 23, 12, 0], 'Nov 23, 2026'],
] as const)('%j is %s', ([year, month, date, hour, minute], words) => {
  expect(ago(new Date(year, month, date, hour, minute).getTime(), now)).toBe(words)
})

test.each([
  [[2026, 10, 22, 9, 5], 'today 09:05'],
  [[2026, 10, 21, 23, 59], 'yesterday 23:59'],
  [[2026, 10, 23, 12, 0], 'tomorrow 12:00'],
  [[2026, 10, 20, 0, 0], 'Nov 20, 2026, 00:00'],
] as const)('the exact time of %j is %s', ([year, month, date, hour, minute], words) => {
  expect(moment(new Date(year, month, date, hour, minute).getTime(), now)).toBe(words)
})

test('files are listed by their paths in the folder that they share', () => {
  const lines = (...paths: string[]) => labelledFiles('Files', paths, plain).split('\n')
  expect(lines('/home/dev/app/src/a.ts', '/home/dev/app/b.ts')).toEqual([
    'Files in /home/dev/app:',
    '  - src/a.ts',
    '  - b.ts',
  ])
  expect(lines('/home/dev/app/src/a.ts')).toEqual(['Files in /home/dev/app/src:', '  - a.ts'])
  expect(lines('/etc/hosts', '/home/dev/b.ts')).toEqual(['Files:', '  - /etc/hosts', '  - /home/dev/b.ts'])
  expect(lines('src/a.ts', 'src/b.ts')).toEqual(['Files:', '  - src/a.ts', '  - src/b.ts'])
})

test('a title that is a path is cut at its beginning, and a title that was cut is not marked twice', () => {
  expect(withShortPath('/home/dev/app/src/a.ts (failed)', ['/home/dev/app/src/a.ts'])).toBe('src/a.ts (failed)')
  expect(withShortPath('Fix a.ts', ['/home/dev/app/src/a.ts'])).toBe('Fix a.ts')
  expect(cutText('Fixed the cart… and more', 15)).toBe('Fixed the cart…')
})

describe('why, in words', () => {
  const entry = (fields: Partial<WhyEntry>): WhyEntry => ({
    at: new Date(2026, 10, 21, 9, 5, 7).getTime(),
    event: 'SessionStart',
    eventId: 'e_1',
    behaviour: 'session-index',
    effect: 'note,context',
    ids: [],
    reasons: [],
    used: {},
    withheld: [],
    ms: 1.234,
    outcome: 'said',
    ...fields,
  })
  const words = (...entries: WhyEntry[]) =>
    renderWhy({ session: 's1', entries, titles: { o_1: 'The parser', e_2: 'Bash: npm test' } }, plain).split('\n')

  test('a record says how it was used, and one that was withheld says why', () => {
    const text = words(entry({ ids: ['o_1'], used: { o_1: 'file' }, withheld: ['o_2'] })).join('\n')
    expect(text).toContain('o_1  The parser  used: worked on its file')
    expect(text).toContain('o_2  held back to measure use')
  })

  test('injected context is listed under its event with its records, next to other effects and silent behaviours', () => {
    expect(
      words(
        entry({ ids: ['o_1', 'o_2'] }),
        entry({ behaviour: 'session', outcome: 'done', effect: 'session,event' }),
        entry({ behaviour: 'faults', outcome: 'silent', effect: '' }),
      ),
    ).toEqual([
      'session · yesterday  s1',
      '09:05:07  session started',
      '    saved: session; no output: faults',
      '    shown      message to you, context (by session-index)  1.2 ms',
      '      o_1  The parser',
      '      o_2',
    ])
  })

  test('what the queue did later is listed under its event', () => {
    const made = entry({ behaviour: 'observation', outcome: 'done', effect: 'observation', ids: ['o_1'], ms: 14.4 })
    const call = { eventId: 'e_2', event: 'PostToolUse', outcome: 'done', effect: 'event' } as const
    expect(words(entry({}), entry({ ...call, behaviour: 'tool-use' }), made)).toEqual([
      'session · yesterday  s1',
      '09:05:07  session started',
      '    shown      message to you, context (by session-index)  1.2 ms',
      '    saved      observation  14 ms',
      '      o_1  The parser',
      '09:05:07  tool call  Bash: npm test',
      '    saved: tool-use',
    ])
  })

  test('a failure has its reason, and at most ten records are listed', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `m_${at}`)
    const said = words(entry({ outcome: 'failed', error: 'no such column', effect: '' }), entry({ ids }))
    expect(said.slice(2, 4)).toEqual(['    failed     session-index  1.2 ms', '      no such column'])
    expect(said.at(-1)).toBe('      and 2 more (--json lists all)')
    expect(said).toHaveLength(16)
  })

  test('an empty result says so', () => {
    expect(words()).toEqual(['Nothing is logged for session s1.'])
    expect(renderWhy({ session: null, entries: [], titles: {} }, plain)).toBe('No sessions yet.')
  })

  test('says why a record was told', () => {
    expect(words(entry({ ids: ['o_1'], reasons: ['o_1 names #212'], outcome: 'said' })).join('\n')).toMatch(
      /o_1 .*The parser .*names #212/,
    )
  })
})

test('planned changes are shown line by line, and not reported as done', () => {
  const files = [{ path: '/s.json', before: '{}', after: '{"hooks":{}}' }]
  const change = { changed: ['/s.json'], files, warnings: ['a proxy is set'], notes: [], refused: [] }
  const shown = renderChange(connectionReport(change, true), 'added Hindcast to', plain)
  expect(shown).toMatch(/^would change \/s\.json\n--- \/s\.json\n[\s\S]*\+\{"hooks":\{\}\}[\s\S]*note: a proxy is set$/)
  expect(renderChange(connectionReport(change), 'added Hindcast to', plain)).toBe(
    '✓ added Hindcast to /s.json\nnote: a proxy is set',
  )
})

test('on a narrow screen a long last column takes the place of those before it, except the first two', () => {
  const row = ['19ae565f', 'today 14:05', '6 min', '12', 'Round each line of the cart once, not twice']
  const at = (columns: number) => table(['ID', 'STARTED', 'DURATION', 'PROMPTS', 'TITLE'], [row], { ...plain, columns })
  expect(at(70).split('\n')).toEqual([
    'ID        STARTED      DURATION  PROMPTS  TITLE',
    '19ae565f  today 14:05  6 min     12       Round each line of the cart…',
  ])
  expect(at(54).split('\n')).toEqual([
    'ID        STARTED      TITLE',
    '19ae565f  today 14:05  Round each line of the cart on…',
  ])
})
