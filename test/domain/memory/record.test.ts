import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cap, SIDE_MAX } from '../../../src/domain/memory/cap.ts'
import { eventRecord } from '../../../src/domain/memory/record.ts'
import { significanceOf } from '../../../src/domain/memory/significance.ts'
import { done, edit, eventOf, failed, read, shell } from '../samples.ts'

describe('capping', () => {
  it('keeps head and tail, says how much is missing, and never exceeds the limit', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n')
    const text = cap(lines, SIDE_MAX)
    expect(text.length).toBeLessThanOrEqual(SIDE_MAX)
    expect(text).toMatch(/^line 0\n[\s\S]*\n… \[[\d,]+ characters cut\] …\n[\s\S]*line 4999$/)
  })

  it('any text stays well-formed and within the limit; a short one is unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 3000 }),
        fc.integer({ min: 100, max: 1000 }),
        (text, max) => {
          const capped = cap(text, max)
          expect(capped.length).toBeLessThanOrEqual(Math.max(max, Math.min(text.length, max)))
          expect(capped.isWellFormed()).toBe(true)
          if (text.length <= max) expect(capped).toBe(text)
        },
      ),
    )
  })
})

describe('a stored event', () => {
  it.each([
    ['a command as it was given', done(shell('npm test\nls'), 'ok'), 'npm test\nls', 'ok'],
    [
      'the patch of an edit',
      done(edit('a.py', 'x', 'y'), 'updated', {}, ' def f():\n-x\n+y'),
      ' def f():\n-x\n+y',
      'updated',
    ],
    ['old and new lines where there is no patch', done(edit('a.py', 'x\ny', 'z')), '-x\n-y\n+z', ''],
    [
      'the range of a read',
      done({ kind: 'read', path: '/a.py', range: { from: 10, lines: 5 } }, '…'),
      '/a.py from line 10, 5 lines',
      '…',
    ],
    [
      'the pattern of a search',
      done({ kind: 'search', pattern: 'foo', path: 'src', over: 'content' }),
      'foo in src',
      '',
    ],
    ['the error of a failure', failed(shell('false'), 'Exit code 1\nboom'), 'false', 'Exit code 1\nboom'],
  ])('%s', (_, event, input, output) => {
    expect(eventRecord(event)).toMatchObject({ input, output })
  })

  it('never contains the raw input, and stays small whatever arrives', () => {
    const big = 'x'.repeat(200_000)
    const events = [
      eventOf('PostToolUse', {
        tool: 'Write',
        toolUseId: 't',
        act: { kind: 'write', path: 'a', text: big },
        input: { secretField: big },
        result: { text: big },
      }),
      eventOf('Stop', { active: false, lastMessage: big }),
      eventOf('Unknown', { hook: 'New', payload: { deep: big } }),
      eventOf('PostCompact', { trigger: 'auto', summary: big }),
    ]
    for (const event of events) {
      const text = JSON.stringify(eventRecord(event))
      expect(text).not.toContain('secretField')
      expect(text.length).toBeLessThan(20_000)
    }
  })

  it("does not repeat a prompt's text", () => {
    const event = eventOf('UserPromptSubmit', { prompt: 'the words', isPrivate: false, origin: 'person' })
    expect(JSON.stringify(eventRecord(event))).not.toContain('the words')
  })

  it('keeps what folds and later reactions need', () => {
    expect(eventRecord(eventOf('SessionStart', { source: 'clear', client: { pid: 7 } })).body).toEqual({
      source: 'clear',
      client: { pid: 7 },
    })
    expect(eventRecord(eventOf('Told', { ids: ['o_1'] })).body).toEqual({ ids: ['o_1'] })
    expect(eventRecord(eventOf('Stop', { active: true, lastMessage: 'Done.' })).body).toEqual({
      active: true,
      lastMessage: 'Done.',
    })
    expect(eventRecord(eventOf('SessionEnd', { reason: 'logout' })).body).toEqual({ reason: 'logout' })
    expect(eventRecord(done(shell('npm test'))).body).toMatchObject({ check: 'test', act: { kind: 'shell' } })
    expect(eventRecord(done(shell('ls && git status'))).body).toMatchObject({ looks: true })
    expect(eventRecord(done(shell('ls > a.txt'))).body).not.toHaveProperty('looks')
  })
})

describe('significance', () => {
  const of = (event: ReturnType<typeof done> | ReturnType<typeof failed>, known = {}) =>
    significanceOf(event.act.kind, event.classification, known)

  it.each<[string, number, number]>([
    ['a write in src', of(done({ kind: 'write', path: 'src/a.ts', text: '' })), 0.5],
    ['an edit in lib', of(done(edit('lib/a.ts', 'a', 'b'))), 0.45],
    ['an edit of a test', of(done(edit('src/a.test.ts', 'a', 'b'))), 0.4],
    ['an edit of a document', of(done(edit('docs/a.md', 'a', 'b'))), 0.35],
    ['a command', of(done(shell('ls'))), 0.2],
    ['a read', of(done(read('x.py'))), 0.1],
    ['a search', of(done({ kind: 'search', pattern: 'x', over: 'names' })), 0.05],
    ['another tool', of(done({ kind: 'other', text: '' })), 0.1],
    ['a failed command', of(failed(shell('false'), '')), 0.4],
    ['a failing check', of(failed(shell('pytest'), '')), 0.4],
    ['feedback and correction', of(done(edit('src/a.ts', 'a', 'b')), { feedback: true, correction: true }), 0.95],
    [
      'everything',
      of(done({ kind: 'write', path: 'src/a', text: '' }), { feedback: true, correction: true, activeProject: true }),
      1,
    ],
  ])('%s scores as documented', (_, score, expected) => {
    expect(score).toBe(expected)
  })

  it('a failing check always reaches the threshold for observations', () => {
    const found = { ...failed(shell('pytest'), '').classification }
    expect(significanceOf('search', found, {})).toBeGreaterThanOrEqual(0.3)
  })
})

it.each([100, 300, 4096])('a text without lines is cut to %d characters, too', (max) => {
  expect(cap('lorem ipsum '.repeat(1_000), max).length).toBeLessThanOrEqual(max)
})
