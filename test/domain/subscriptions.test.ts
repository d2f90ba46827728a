import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyReaction, type Behaviour, behaviour, on } from '../../src/domain/behaviour.ts'
import { mergedWanted, type Wanted, wantedBy, wants } from '../../src/domain/subscriptions.ts'
import type { ActKind } from '../../src/domain/tool.ts'
import { edit, eventOf, read, shell } from './samples.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const named = (name: string, ...reactions: AnyReaction[]): Behaviour => behaviour({ name, summary: '', reactions })
const asked = (behaviours: readonly Behaviour[], off: readonly string[] = [], demanded: readonly ActKind[] = []) =>
  wantedBy(
    behaviours,
    (name) => !off.includes(name),
    () => demanded,
  )

const denies = named(
  'denies',
  on('PreToolUse', { ...REPLY, acts: ['shell'], decide: () => [{ kind: 'deny', reason: 'no' }] }),
)
const tells = named('tells', on('PreToolUse', { ...REPLY, acts: ['read'], answers: ['context'], decide: () => [] }))
const keeps = named('keeps', on('Stop', { lane: 'record', onFailure: 'pass', decide: () => [] }))
const checks = named('checks', on('Stop', { ...REPLY, part: 'slow', decide: () => [] }))
const obeys = named('obeys', on('PreToolUse', { ...REPLY, due: 'rules', acts: ['shell', 'edit'], decide: () => [] }))
const derived = named('derived', on('Told', { lane: 'later', onFailure: 'drop', decide: () => [] }))

describe('what hosts are asked for', () => {
  test('includes each event that some behaviour reacts to, with the declared acts, part and answers', () => {
    expect(asked([denies, tells, keeps, checks])).toEqual([
      { event: 'PreToolUse', part: 'fast', acts: ['shell'] },
      { event: 'PreToolUse', part: 'fast', acts: ['read'], answers: ['context'] },
      { event: 'Stop', part: 'fast', answers: [] },
      { event: 'Stop', part: 'slow' },
    ])
  })

  test('excludes disabled behaviours and derived events', () => {
    expect(asked([denies, derived], ['denies'])).toEqual([])
  })

  test('is limited by current demand for a reaction with a `due`', () => {
    expect(asked([obeys])).toEqual([])
    expect(asked([obeys], [], ['edit', 'web'])).toEqual([{ event: 'PreToolUse', part: 'fast', acts: ['edit'] }])
  })
})

describe('merging', () => {
  const kinds: ActKind[] = ['read', 'edit', 'shell', 'mcp']
  const wanted = fc.record({
    event: fc.constantFrom('PreToolUse' as const, 'PostToolUse' as const),
    part: fc.constantFrom('fast' as const, 'slow' as const),
    acts: fc.option(fc.subarray(kinds, { minLength: 1 }), { nil: undefined }),
    answers: fc.option(fc.subarray(['context' as const, 'deny' as const]), { nil: undefined }),
  })
  const covers = (list: readonly Wanted[], one: Wanted, kind: ActKind): boolean =>
    list.some(({ event, part, acts }) => event === one.event && part === one.part && (acts?.includes(kind) ?? true))

  test('gives one entry for each event and part, which covers exactly what is wanted', () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 8 }), (all) => {
        const one = mergedWanted(all)
        expect(new Set(one.map(({ event, part }) => `${event} ${part}`)).size).toBe(one.length)
        for (const each of [...all, ...one])
          for (const kind of kinds) expect(covers(one, each, kind)).toBe(covers(all, each, kind))
      }),
    )
  })
})

describe('a reaction wants', () => {
  const [reaction] = tells.reactions as [AnyReaction]
  const searching = { ...reaction, acts: ['search'] } as const
  const calling = (act: Parameters<typeof eventOf<'PreToolUse'>>[1]['act']) =>
    eventOf('PreToolUse', { tool: 'T', toolUseId: 't', act, input: {} })

  test('calls with the declared acts, and no others', () => {
    expect(wants(reaction, calling(read('a.ts')), () => [])).toBe(true)
    expect(wants(reaction, calling(edit('a.ts', 'a', 'b')), () => [])).toBe(false)
  })

  test.each([
    ['rg needle src', true],
    ['cd src && grep -rn needle .', true],
    ['find . -name "*.ts"', true],
    ['git grep needle', true],
    ['npm test', false],
  ])('%s is a search: %s', (command, is) => {
    expect(wants(searching, calling(shell(command)), () => [])).toBe(is)
    expect(wants(searching, calling({ kind: 'search', pattern: 'needle', over: 'content' }), () => [])).toBe(true)
    // Before it is classified
    expect(wants(searching, { name: 'PreToolUse', act: shell(command) }, () => [])).toBe(true)
  })
})
