import { describe, expect, it } from 'vitest'
import fileRecall from '../../../src/behaviours/recall/file-recall.ts'
import { folds } from '../../../src/domain/folds.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { observationOf } from '../../domain/memory/records.ts'
import { cleaned } from '../../domain/redaction/cleaned.ts'
import { edit, eventOf, ROOT, read, shell, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind } from '../reacting.ts'

const DAY = 86_400_000
const calling = (act: Act) =>
  eventOf('PreToolUse', { tool: 'Tool', toolUseId: 't1', act, input: {} }, { at: T0 + 3 * DAY, worktree: ROOT })
const known = (given: Partial<Observation> = {}) =>
  observationOf({ filesModified: [`${ROOT}/src/parser.ts`], concepts: ['gotcha'], ...given })

const effects = (
  observations: readonly Observation[],
  act: Act = read('src/parser.ts'),
  strain = folds.strain.initial,
) => effectsOf(fileRecall, calling(act), 'reply', { file: { known: observations, warned: strain.warned } })
const told = (...given: Parameters<typeof effects>) =>
  ofKind(effects(...given), 'context').flatMap(({ head, items }) => [head ?? '', ...items.map(({ text }) => text)])

describe('file-recall', () => {
  it('before a file is read tells what went wrong in it, with id, age and reason', () => {
    const failure = 'Failed: npm test → AssertionError: expected 2 to be 3 (exit 1)'
    expect(told([known({ id: 'o_1', title: 'Fix the last comma', facts: [failure] })])).toEqual([
      'Recorded of parser.ts in this project: id, age, type, title.',
      `o_1 3 days ago bugfix: Fix the last comma\n  ${failure}`,
    ])
  })

  it('tells beside the result of a call, too, whatever came of it', () => {
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

  it('tells before an edit too, and asks of nothing but files', () => {
    expect(told([known()], edit('src/parser.ts', 'a', 'b'))).not.toEqual([])
    expect(needsOf(fileRecall, calling(edit('src/parser.ts', 'a', 'b')), 'reply')).toMatchObject({
      file: { project: 'p1', file: { path: `${ROOT}/src/parser.ts`, relative: 'src/parser.ts' } },
    })
    expect(needsOf(fileRecall, calling(shell('ls src')), 'reply')).toBeUndefined()
  })

  it('says nothing of mere changes, of what only passed by, of what is outdated, or of the session itself', () => {
    const silent = [
      known({ type: 'feature', concepts: ['what-changed'] }),
      known({ filesModified: [], filesRead: [`${ROOT}/src/parser.ts`], title: 'Something else', narrative: '' }),
      known({ session: 's1' }),
    ]
    for (const each of silent) expect(told([each])).toEqual([])
    const pair = [known({ id: 'o_1' }), known({ id: 'o_2', supersedes: 'o_1' })]
    expect(told(pair)).toHaveLength(2)
    expect(told(pair).join()).not.toContain('o_1 ')
  })

  it('the weightiest first, three at most', () => {
    const many = (['bugfix', 'decision', 'bugfix', 'bugfix', 'security'] as const).map((type, at) =>
      known({ id: `o_${at}`, type, concepts: at === 3 ? ['gotcha'] : [] }),
    )
    const [context] = ofKind(effects(many), 'context')
    expect(context?.items.map(({ ids }) => ids[0])).toEqual(['o_3', 'o_1', 'o_4'])
  })

  it('tells once a session of a file, and again after a compaction', () => {
    const [emitted] = ofKind(effects([known()]), 'emit')
    const after = folds.strain.reduce(folds.strain.initial, cleaned(emitted as unknown as EventRecord))
    expect(told([known()], read('src/parser.ts'), after)).toEqual([])
    expect(told([known({ filesModified: [`${ROOT}/src/other.ts`] })], read('src/other.ts'), after)).not.toEqual([])
    const compacted = folds.strain.reduce(after, { name: 'SessionStart', at: T0, body: { source: 'compact' } } as never)
    expect(told([known()], read('src/parser.ts'), compacted)).not.toEqual([])
  })
})
