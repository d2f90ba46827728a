import { describe, expect, it } from 'vitest'
import { cleaned } from '../../../packages/redaction/test/cleaned.ts'
import fileRecall from '../../../src/behaviours/recall/file-recall.ts'
import { folds } from '../../../src/domain/folds.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { observationOf } from '../../domain/memory/records.ts'
import { edit, eventOf, ROOT, read, shell, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind } from '../reacting.ts'

const DAY = 86_400_000
const calling = (act: Act) =>
  eventOf('PreToolUse', { tool: 'Tool', toolUseId: 't1', act, input: {} }, { at: T0 + 3 * DAY, worktree: ROOT })
const known = (given: Partial<Observation> = {}) =>
  observationOf({ filesModified: [`${ROOT}/src/parser.ts`], narrative: REASON, ...given })
const REASON = 'The loop stopped one element early where the list ended in a comma.'
const FAILURE = 'Failed: npm test → AssertionError: expected 2 to be 3 (exit 1)'

const effects = (
  observations: readonly Observation[],
  act: Act = read('src/parser.ts'),
  strain = folds.strain.initial,
) => effectsOf(fileRecall, calling(act), 'reply', { file: { known: observations, warned: strain.warned } })
const told = (...given: Parameters<typeof effects>) =>
  ofKind(effects(...given), 'context').flatMap(({ head, items }) => [head ?? '', ...items.map(({ text }) => text)])

describe('file-recall', () => {
  it("shows what a file's last change fixed, with id, time, failure and reason", () => {
    expect(told([known({ id: 'o_1', title: 'Fix the last comma', facts: [FAILURE] })])).toEqual([
      'Notes on parser.ts',
      `o_1 3 days ago, last change, bugfix: agent reported “Fix the last comma”\n  failed: “${FAILURE.slice('Failed: '.length)}”\n  agent reported “${REASON}”`,
    ])
  })

  it('skips a failure whose solution nobody described, or that a later change superseded', () => {
    const silent = known({ title: 'Fix AssertionError: expected 2 to be 3', narrative: '', facts: [FAILURE] })
    expect(told([silent])).toEqual([])
    const later = known({ id: 'o_2', at: T0 + DAY, type: 'feature', title: 'Add ranges' })
    expect(told([known({ facts: [FAILURE] }), later])).toEqual([])
  })

  it('skips a change in which this file was only one of many', () => {
    const filesModified = ['parser', 'lexer', 'scanner'].map((name) => `${ROOT}/src/${name}.ts`)
    expect(told([known({ filesModified })])).toEqual([])
    expect(told([known({ filesModified, title: 'Fix the commas of parser.ts' })])).toHaveLength(2)
  })

  it('names the author of a remembered statement', () => {
    const title = 'parser.ts must stay free of regular expressions'
    const by = (rememberedBy: 'user' | 'agent') => told([known({ type: 'discovery', title, rememberedBy })])[1]
    expect(by('user')).toBe(`o_0 3 days ago, user said “${title}”`)
    expect(by('agent')).toBe(`o_0 3 days ago, agent said “${title}”`)
  })

  it('is shown with the result of a call, whether it succeeded or not', () => {
    const act = read('src/parser.ts')
    const at = { at: T0 + 3 * DAY, worktree: ROOT }
    const call = { tool: 'Read', toolUseId: 't1', act, input: {} }
    const results = [
      eventOf('PostToolUse', { ...call, result: { text: '' } }, at),
      eventOf('PostToolUseFailure', { ...call, error: 'File does not exist.', interrupted: false }, at),
    ]
    const file = { known: [known()], warned: [] }
    for (const result of results)
      expect(ofKind(effectsOf(fileRecall, result, 'reply', { file }), 'context')).toEqual(
        ofKind(effects([known()], act), 'context'),
      )
  })

  it('is shown before an edit, too, and only for files', () => {
    expect(told([known()], edit('src/parser.ts', 'a', 'b'))).not.toEqual([])
    expect(needsOf(fileRecall, calling(edit('src/parser.ts', 'a', 'b')), 'reply')).toMatchObject({
      file: { project: 'p1', file: `${ROOT}/src/parser.ts` },
    })
    expect(needsOf(fileRecall, calling(shell('ls src')), 'reply')).toBeUndefined()
  })

  it("skips mere changes, incidental reads, outdated records and the session's own", () => {
    const silent = [
      known({ type: 'feature', concepts: ['what-changed'] }),
      known({ type: 'discovery', concepts: ['gotcha'] }),
      known({ filesModified: [], filesRead: [`${ROOT}/src/parser.ts`], title: 'Something else', narrative: '' }),
      known({ session: 's1' }),
    ]
    for (const each of silent) expect(told([each])).toEqual([])
    const pair = [known({ id: 'o_1', type: 'decision' }), known({ id: 'o_2', type: 'decision', supersedes: 'o_1' })]
    expect(told(pair)).toHaveLength(2)
    expect(told(pair).join()).not.toContain('o_1 ')
  })

  it("shows a person's words first, then the agent's, then decisions, three at most", () => {
    const many = (['decision', 'decision', 'change', 'change'] as const).map((type, at) =>
      known({ id: `o_${at}`, type, at: T0 + at, ...(at < 2 ? {} : { rememberedBy: at === 3 ? 'user' : 'agent' }) }),
    )
    const [context] = ofKind(effects(many), 'context')
    expect(context?.items.map(({ ids }) => ids[0])).toEqual(['o_3', 'o_2', 'o_1'])
  })

  it('is shown once in a session for each file, and again after a compaction', () => {
    const [emitted] = ofKind(effects([known()]), 'emit')
    const after = folds.strain.reduce(folds.strain.initial, cleaned(emitted as unknown as EventRecord))
    expect(told([known()], read('src/parser.ts'), after)).toEqual([])
    expect(told([known({ filesModified: [`${ROOT}/src/other.ts`] })], read('src/other.ts'), after)).not.toEqual([])
    const compacted = folds.strain.reduce(after, { name: 'SessionStart', at: T0, body: { source: 'compact' } } as never)
    expect(told([known()], read('src/parser.ts'), compacted)).not.toEqual([])
  })
})
