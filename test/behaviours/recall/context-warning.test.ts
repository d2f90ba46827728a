import { describe, expect, it } from 'vitest'
import { cleaned } from '../../../packages/redaction/test/cleaned.ts'
import contextWarning from '../../../src/behaviours/recall/context-warning.ts'
import type { AnyEffect } from '../../../src/domain/effects.ts'
import { folds, type Strain } from '../../../src/domain/folds.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind, SETTINGS } from '../reacting.ts'

const PROMPT = eventOf('UserPromptSubmit', { prompt: 'Go on', isPrivate: false, origin: 'person' })
const STOP = eventOf('Stop', { active: false })
const { strain: fold } = folds

const usage = (tokens: number, window = 200_000) => ({ session: 's1', at: T0, tokens, window })
const facts = (over: object = {}) => ({ settings: SETTINGS, usage: undefined, strain: fold.initial, ...over })
const told = (over: object) =>
  ofKind(effectsOf(contextWarning, PROMPT, 'reply', facts(over)), 'context')
    .flatMap(({ items }) => items)
    .map(({ text }) => text)
const shown = (over: object) => ofKind(effectsOf(contextWarning, STOP, 'reply', facts(over)), 'note')[0]?.text

/** The session's strain after these effects and events. */
const strainAfter = (effects: readonly AnyEffect[], ...more: Partial<EventRecord>[]): Strain => {
  const warned = ofKind(effects, 'emit').map(({ name, body }) => ({ name, body }) as unknown as Partial<EventRecord>)
  return [...warned, ...more].reduce((state, event) => fold.reduce(state, cleaned(event as EventRecord)), fold.initial)
}
const agents = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `a${i}`, since: T0 }))

describe('context-warning', () => {
  it('reports how full the context is, in tokens, above 70, 80 and 90%, and nothing below', () => {
    expect(told({ usage: usage(139_999) })).toEqual([])
    expect(told({ usage: usage(164_000) })).toEqual([
      "The context is 82% full (164,000 of 200,000 tokens) as of the last turn's end.",
    ])
    expect(told({ usage: usage(164_000, 1_000_000) })).toEqual([])
    expect(told({})).toEqual([])
  })

  it('reports each threshold once, including skipped ones', () => {
    const warned = strainAfter(effectsOf(contextWarning, PROMPT, 'reply', facts({ usage: usage(164_000) })))
    for (const tokens of [164_000, 145_000, 179_000]) expect(told({ usage: usage(tokens), strain: warned })).toEqual([])
    expect(told({ usage: usage(181_000), strain: warned })).toHaveLength(1)
  })

  it('tells the person, too, in one line at a stop, whatever the model was told', () => {
    const warned = strainAfter(effectsOf(contextWarning, PROMPT, 'reply', facts({ usage: usage(145_000) })))
    expect(shown({ usage: usage(145_000), strain: warned })).toMatch(/^Hindcast: The context is 72% full[^\n]+$/)
    const both = strainAfter(effectsOf(contextWarning, STOP, 'reply', facts({ usage: usage(145_000) })))
    expect(shown({ usage: usage(145_000), strain: both })).toBeUndefined()
  })

  it('starts again after a compaction or /clear, but not after a resume', () => {
    const effects = effectsOf(contextWarning, PROMPT, 'reply', facts({ usage: usage(145_000) }))
    const since = (source: string) => strainAfter(effects, { name: 'SessionStart', at: T0 - 1, body: { source } })
    for (const source of ['compact', 'clear'])
      expect(told({ usage: usage(145_000), strain: since(source) })).toHaveLength(1)
    expect(told({ usage: usage(145_000), strain: since('resume') })).toEqual([])
  })

  it('ignores a reading from before a compaction', () => {
    const strain = strainAfter([], { name: 'SessionStart', at: T0 + 1, body: { source: 'compact' } })
    expect(told({ usage: usage(164_000), strain })).toEqual([])
    expect(told({ usage: { ...usage(164_000), at: T0 + 2 }, strain })).toHaveLength(1)
  })

  it('reports free memory at 125% of its limit and at the limit; never if the limit is 0 or memory is unknown', () => {
    const free = (freeMemory: number, memoryMb = 512) =>
      told({ freeMemory, settings: { ...SETTINGS, limits: { ...SETTINGS.limits, memoryMb } } })
    expect(free(641)).toEqual([])
    expect(free(640)).toEqual(["640 MB of this machine's memory are free; limits.memoryMb is 512."])
    expect(free(0)).toHaveLength(1)
    expect(free(1, 0)).toEqual([])
  })

  it('reports running subagents at 80% and 100% of their limit, without counting lost ones', () => {
    expect(told({ strain: { warned: [], agents: agents(7) } })).toEqual([])
    expect(told({ strain: { warned: [], agents: agents(8) } })).toEqual([
      "8 of this session's subagents are running; limits.agents is 10.",
    ])
    const hours = agents(8).map((each) => ({ ...each, since: T0 - 3_600_000 }))
    expect(told({ strain: { warned: [], agents: hours } })).toEqual([])
  })

  it('counts a subagent from its start to its stop', () => {
    const start = (agentId: string) => ({ name: 'SubagentStart', agentId, at: T0, body: {} })
    const stop = { name: 'SubagentStop', agentId: 'a1', at: T0, body: {} }
    expect(strainAfter([], start('a1'), start('a1'), start('a2'), stop).agents).toEqual([{ id: 'a2', since: T0 }])
    expect(strainAfter([], start('a1'), { name: 'SessionStart', at: T0, body: { source: 'resume' } }).agents).toEqual(
      [],
    )
  })
})
