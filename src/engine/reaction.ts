import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { Ask, Needs } from '../domain/facts.ts'
import { type CutOff, cutOff, Late, type ThreadClock } from './cut-off.ts'
import type { GiveBack } from './facts/asker.ts'
import { type Resolvers, resolve } from './facts/resolvers.ts'
import type { Keys, Release } from './keys.ts'
import type { KnownRuns } from './known-runs.ts'
import type { Quieting } from './quieting.ts'
import type { Member } from './registry.ts'

/** The result of a reaction that was interested. */
export interface Reacted extends Member {
  readonly status: 'decided' | 'late' | 'failed'
  readonly effects: readonly AnyEffect[]
  readonly error?: string | undefined
  readonly ms: number
  /** What undoes the grants taken for it. */
  readonly grants: readonly GiveBack[]
  /** Admits the next reaction with its key. */
  readonly release: Release
}

/** The environment that reactions run in. */
export interface Stage {
  readonly keys: Keys
  readonly thread: ThreadClock
  readonly resolvers: Resolvers
  /** The current factor on every budget. */
  readonly slack: () => number
  /** Which behaviours tell half of what they would. */
  readonly runs: Pick<KnownRuns, 'isApart'>
  readonly quieting: Pick<Quieting, 'isQuiet' | 'learn' | 'refresh'>
}

/**
 * Runs one reaction to an event on behalf of `owner` (a turn or a job, which holds its key until released). Never
 * rejects, and never takes longer than its budget plus its own code; anything later is discarded. Undefined: it was not
 * interested.
 */
export async function react(member: Member, event: Event, owner: object, stage: Stage): Promise<Reacted | undefined> {
  const began = performance.now()
  const { reaction } = member
  const limit = cutOff(reaction.budgetMs * stage.slack(), stage.thread)
  const held: Held = { grants: [], release: () => {} }
  const done = (status: Reacted['status'], effects: readonly AnyEffect[], error?: string): Reacted => {
    limit.stop()
    return { ...member, status, effects, error, ms: performance.now() - began, ...held }
  }
  try {
    const needs = limit.run(() => (reaction.needs ? reaction.needs(event) : NOTHING))
    if (needs === undefined) return undefined
    const facts = await answers(member, needs, { event, owner, stage, limit, held })
    return done(
      'decided',
      limit.run(() => checked(reaction.decide(event, facts))),
    )
  } catch (error) {
    held.release()
    const late = error instanceof Late
    return done(late ? 'late' : 'failed', [], error instanceof Error ? error.message : String(error))
  }
}

const NOTHING: Needs = {}
type Facts = Readonly<Record<string, unknown>>

interface Held {
  readonly grants: GiveBack[]
  release: Release
}

interface Run {
  readonly event: Event
  readonly owner: object
  readonly stage: Stage
  readonly limit: CutOff
  readonly held: Held
}

/**
 * The answers to a reaction's questions, under its key; rejects when the budget is used up. Needs no timer if nothing
 * is awaited.
 */
async function answers({ reaction }: Member, needs: Needs, run: Run): Promise<Facts> {
  const { event, owner, stage, limit, held } = run
  const key = limit.run(() => reaction.key?.(event))
  const asks = Object.entries(needs)
  if (key === undefined && asks.length === 0) return {}
  if (key !== undefined) held.release = await stage.keys.take(key, owner, limit.signal)
  return untilAborted(ask(asks, run), limit.signal)
}

async function ask(asks: readonly (readonly [string, Ask])[], { event, stage, limit, held }: Run): Promise<Facts> {
  const asker = { event, signal: limit.signal, taken: (giveBack: GiveBack) => void held.grants.push(giveBack) }
  const pairs = asks.map(async ([name, each]) => [name, await resolve(stage.resolvers, each, asker)] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(settle, reject)
  })
}

/** Validates effects at run time: a behaviour that casts its types away must harm nothing but itself. */
function checked(effects: readonly AnyEffect[]): readonly AnyEffect[] {
  if (!Array.isArray(effects)) throw new TypeError('decide returned no list of effects')
  return effects
}
