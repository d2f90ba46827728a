import { describe, expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import { type AnyReaction, type Behaviour, behaviour, on } from '../../src/domain/behaviour.ts'
import { isUnasked, wantedOf } from '../../src/domain/subscriptions.ts'
import type { ActKind } from '../../src/domain/tool.ts'
import { hosts } from '../../src/wire/registry.ts'

const ALL: readonly ActKind[] = ['read', 'edit', 'write', 'search', 'shell', 'agent', 'web', 'mcp', 'other']
const REPLY = { lane: 'reply', onFailure: 'pass' } as const

const isAsked = (reaction: AnyReaction): boolean => {
  const wanted = wantedOf(reaction, () => ALL)
  return wanted !== undefined && hosts.some(({ connection }) => connection.asks(wanted))
}

/** Whether the same behaviour handles the same calls after their results, which a host may prefer. */
const isToldAfter = ({ event, acts = ALL }: AnyReaction, reactions: readonly AnyReaction[]): boolean =>
  event === 'PreToolUse' &&
  reactions.some(
    (after) =>
      after.event === 'PostToolUse' && isAsked(after) && acts.every((kind) => after.acts?.includes(kind) ?? true),
  )

/** Reactions to events that no host is asked for: they compile, but never run. */
const unreached = (all: readonly Behaviour[]): readonly string[] =>
  all.flatMap(({ name, reactions }) =>
    reactions
      .filter((each) => !isUnasked(each.event) && !isAsked(each) && !isToldAfter(each, reactions))
      .map(({ event }) => `${name} on ${event}`),
  )

describe('a reaction', () => {
  test('of the product is reachable from some host', () => {
    expect(unreached(behaviours)).toEqual([])
  })

  test('is reported if no host can reach it, or if it asks before a call only to add context', () => {
    const named = (name: string, ...reactions: AnyReaction[]) => behaviour({ name, summary: '', reactions })
    const tells = on('PreToolUse', { ...REPLY, acts: ['read'], answers: ['context'], decide: () => [] })
    const tellsAfter = (acts: readonly ActKind[]) => on('PostToolUse', { ...REPLY, acts, decide: () => [] })
    const denies = on('PreToolUse', { ...REPLY, acts: ['read'], answers: ['deny'], decide: () => [] })
    const streams = on('MessageDisplay', { ...REPLY, decide: () => [] })
    const makes = on('WorktreeCreate', { lane: 'record', onFailure: 'pass', decide: () => [] })
    const unknown = on('Unknown', { lane: 'record', onFailure: 'pass', decide: () => [] })
    const told = on('Told', { lane: 'later', onFailure: 'drop', decide: () => [] })
    expect(
      unreached([
        named('tells', tells),
        named('tells-too-little', tells, tellsAfter(['edit'])),
        named('tells-after', tells, tellsAfter(['read', 'edit'])),
        named('denies', denies),
        named('streams', streams),
        named('makes', makes),
        named('unknown', unknown),
        named('told', told),
      ]),
    ).toEqual([
      'tells on PreToolUse',
      'tells-too-little on PreToolUse',
      'streams on MessageDisplay',
      'makes on WorktreeCreate',
      'unknown on Unknown',
    ])
  })
})
