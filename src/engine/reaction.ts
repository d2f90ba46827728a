import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { Ask, Needs } from '../domain/facts.ts'
import type { AnsweredCalls } from './answered-calls.ts'
import { type Deadline, Late } from './deadline.ts'
import type { GiveBack } from './facts/asker.ts'
import { type Resolvers, resolve } from './facts/resolvers.ts'
import type { Keys, Release } from './keys.ts'
import type { KnownRuns } from './known-runs.ts'
import type { Quieting } from './quieting.ts'
import type { Member } from './registry.ts'

/** The result of a reaction that was interested. `late`: there is none, because the deadline came first. */
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
  readonly resolvers: Resolvers
  /** Which behaviours tell half of what they would. */
  readonly runs: Pick<KnownRuns, 'isApart'>
  readonly quieting: Pick<Quieting, 'isQuiet' | 'learn' | 'refresh'>
  readonly answered: AnsweredCalls
}

/** On behalf of what a reaction runs, and until when; `owner`: a turn or a job, which holds its key until released. */
export interface Occasion {
  readonly event: Event
  readonly owner: object
  readonly deadline: Deadline
}

/**
 * Runs one reaction. Never rejects, and does not wait for facts past the deadline. Undefined: it was not interested.
 */
export async function react(member: Member, occasion: Occasion, stage: Stage): Promise<Reacted | undefined> {
  const began = performance.now()
  const { reaction } = member
  const { event } = occasion
  const held: Held = { grants: [], release: () => {} }
  const done = (status: Reacted['status'], effects: readonly AnyEffect[], error?: string): Reacted => {
    return { ...member, status, effects, error, ms: performance.now() - began, ...held }
  }
  try {
    const needs = reaction.needs ? reaction.needs(event) : NOTHING
    if (needs === undefined) return undefined
    const facts = await answers(member, needs, { ...occasion, stage, held })
    return done('decided', checked(reaction.decide(event, facts)))
  } catch (error) {
    held.release()
    return done(error instanceof Late ? 'late' : 'failed', [], error instanceof Error ? error.message : String(error))
  }
}

const NOTHING: Needs = {}
type Facts = Readonly<Record<string, unknown>>

interface Held {
  readonly grants: GiveBack[]
  release: Release
}

interface Run extends Occasion {
  readonly stage: Stage
  readonly held: Held
}

/** The answers to a reaction's questions, under its key; rejects at the deadline. */
async function answers({ reaction }: Member, needs: Needs, run: Run): Promise<Facts> {
  const { event, owner, stage, deadline, held } = run
  const key = reaction.key?.(event)
  const asks = Object.entries(needs)
  if (key === undefined && asks.length === 0) return {}
  deadline.signal.throwIfAborted()
  if (key !== undefined) held.release = await stage.keys.take(key, owner, deadline.signal)
  return untilAborted(ask(asks, run), deadline.signal)
}

async function ask(asks: readonly (readonly [string, Ask])[], { event, stage, deadline, held }: Run): Promise<Facts> {
  const asker = {
    event,
    signal: deadline.signal,
    taken: (giveBack: GiveBack) => void held.grants.push(giveBack),
  }
  const pairs = asks.map(async ([name, each]) => [name, await resolve(stage.resolvers, each, asker)] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(settle, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Validates effects at run time: a behaviour that casts its types away must harm nothing but itself. */
function checked(effects: readonly AnyEffect[]): readonly AnyEffect[] {
  if (!Array.isArray(effects)) throw new TypeError('decide returned no list of effects')
  return effects
}
