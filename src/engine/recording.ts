import type { AnyEffect, RecordEffect } from '../domain/effects.ts'
import type { Event, EventName, PassingName } from '../domain/events.ts'
import { eventRecord } from '../domain/memory/record.ts'
import type { Settings } from '../domain/settings.ts'
import type { JobDraft } from '../ports.ts'
import type { Reacted } from './reaction.ts'
import type { Member, Registry } from './registry.ts'

/** What is committed with an event before it is answered. */
export interface Recording {
  readonly effects: readonly RecordEffect[]
  readonly jobs: readonly JobDraft[]
  readonly runs: readonly Reacted[]
  /** The event's prompt must leave no trace. */
  readonly excluded: boolean
}

/** The recorder's dependencies. */
export interface Recorder {
  readonly registry: Registry
  readonly settings: (project: string) => Settings
}

const PASSING: { readonly [N in PassingName]: true } = { PreToolUse: true, PostToolBatch: true, MessageDisplay: true }
/** Whether events of this name are never stored. */
export const passes = (name: EventName): boolean => Object.hasOwn(PASSING, name)

/**
 * Runs the `record` lane. An event that no behaviour records, or whose reaction fails, is stored as it is, so that a
 * bug in a behaviour loses nothing. Adds one job, due at `now`, for each behaviour with later work on the event.
 */
export function recordingOf(event: Event, now: number, recorder: Recorder): Recording {
  const { registry } = recorder
  if (passes(event.name)) return { effects: [], jobs: [], runs: [], excluded: false }
  const runs = registry.due(event, 'record').flatMap((member) => decide(member, event, recorder) ?? [])
  const effects = runs.flatMap((run) => run.effects as readonly RecordEffect[])
  if (effects.some(({ kind }) => kind === 'exclude')) {
    return { effects: effects.filter(leavesNoTrace), jobs: [], runs, excluded: true }
  }
  const neglected = !registry.recorded(event) || runs.some(({ status }) => status === 'failed')
  const isKept = effects.some(({ kind }) => kind === 'event')
  const scores = effects.filter(isScore)
  const others = effects.filter((effect) => !isScore(effect))
  if (!isKept && !neglected) return { effects: others, jobs: [], runs, excluded: false }
  const kept: readonly RecordEffect[] = isKept ? others : [...others, { kind: 'event', record: eventRecord(event) }]
  return {
    effects: [...kept.map((effect) => withDepth(effect, event)), ...scores],
    jobs: owed(event, now, registry),
    runs,
    excluded: false,
  }
}

/** A score modifies the event's record, so it comes after it; without a record there is nothing to score. */
const isScore = ({ kind }: AnyEffect): boolean => kind === 'score'

/**
 * Stores a derived event's distance from evidence in its record, so that no chain grows forever by way of the queue.
 */
function withDepth(effect: RecordEffect, { depth }: Event): RecordEffect {
  if (effect.kind !== 'event' || depth === undefined) return effect
  return { ...effect, record: { ...effect.record, body: { ...effect.record.body, depth } } }
}

const leavesNoTrace = ({ kind }: AnyEffect): boolean => kind === 'exclude' || kind === 'session'

function decide(member: Member, event: Event, { settings, registry }: Recorder): Reacted | undefined {
  const { reaction } = member
  const began = performance.now()
  const done = (status: Reacted['status'], effects: readonly AnyEffect[], error?: string): Reacted => {
    return { ...member, status, effects, error, ms: performance.now() - began, grants: [], release: () => {} }
  }
  try {
    const needs = reaction.needs ? reaction.needs(event) : {}
    if (needs === undefined) return undefined
    const facts = Object.fromEntries(
      Object.entries(needs).map(([name, { fact }]) => [name, settingsOnly(fact, () => settings(event.project))]),
    )
    const effects = [...reaction.decide(event, facts)]
    registry.succeeded(member)
    return done('decided', effects)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    registry.failed(member, why)
    return done('failed', [], why)
  }
}

function settingsOnly(fact: string, settings: () => Settings): Settings {
  if (fact !== 'settings') throw new Error(`a record reaction can't ask for ${fact}: the answer would wait for it`)
  return settings()
}

function owed(event: Event, now: number, registry: Registry): JobDraft[] {
  const names = registry.due(event, 'later').filter(({ reaction }) => isInterested(reaction, event))
  return [...new Set(names.map(({ behaviour }) => behaviour))].map((behaviour) => ({
    behaviour,
    event: event.id,
    dueAt: now,
  }))
}

/** If the check itself throws, a job is queued, so that the failure is counted and retried. */
function isInterested(reaction: Member['reaction'], event: Event): boolean {
  try {
    return reaction.needs === undefined || reaction.needs(event) !== undefined
  } catch {
    return true
  }
}
