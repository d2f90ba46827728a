import { markedWord } from './marks.ts'
import { claimsOf, isDone, nextRole, ofAll, readOf, roleSaid } from './participants.ts'
import type { Participant, SubagentPattern } from './pattern.ts'

/** So many failures in a row open the breaker, and so long (milliseconds) it stays open. */
export const BREAKER = { failures: 3, openMs: 5 * 60_000 } as const

/** The state of a breaker; `at` which it opened last. */
export interface Breaker {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  readonly openedAt?: number | undefined
}

/** After failures in a row, agents get a fallback for a while; then one tries the usual way again. */
export const circuitBreaker: SubagentPattern = {
  name: 'circuit-breaker',
  summary:
    'After three failures in a row, agents are told to expect the usual way to fail; after five minutes, one tries it again.',
  counts: 'agents',
  roles: {},
  words: /\bcircuit[- ]breaker\b(?=.*\bagents?\b)/is,
  roleOf: (newcomer, others, { agents }) => {
    if (agents !== undefined && others.length >= agents) return undefined
    const { state } = breakerAt(others, newcomer.at)
    const isTried = others.some((one) => one.role.name === 'trial' && !isDone(one))
    if (state === 'closed') return nextRole('primary', others)
    return nextRole(state === 'half-open' && !isTried ? 'trial' : 'fallback', others)
  },
  brief: ({ role: { name, n }, at }, all, { agents }) => {
    const before = all.filter((one) => one.at < at && isDone(one))
    const { failures } = breakerAt(before, at)
    const says = {
      primary: `This agent is primary ${n}${ofAll(agents)} behind a circuit breaker, which is closed: the usual way is expected to work.`,
      trial: `This agent is a trial behind a circuit breaker, which is half open: the usual way failed ${failures} times before, and this agent shows whether it works again.`,
      fallback: `This agent is a fallback behind a circuit breaker, which is open: the usual way failed ${failures} times in a row, so a simpler or safer way is more likely to work.`,
    }[name as 'primary']
    return {
      says: [says, 'Whether it worked is read from the last line of its answer: `OK`, or `FAILED: ` and the reason.'],
      claims: name === 'primary' ? [] : claimsOf(before.filter((one) => healthOf(one) === 'FAILED')).slice(-1),
    }
  },
  toStart: (all, { agents }) =>
    agents === undefined ? undefined : Array.from({ length: Math.max(0, agents - all.length) }, () => 'another agent'),
  result: (all) => {
    const last = Math.max(0, ...all.map(({ stoppedAt = 0 }) => stoppedAt))
    const { state, failures, openedAt } = breakerAt(all, last)
    const agents = all.map((one) => ({ agent: one.agent, role: roleSaid(one.role), reading: healthOf(one) ?? null }))
    return {
      says: `the breaker is ${state} after ${failures} failures in a row`,
      claims: claimsOf(all.filter((one) => healthOf(one) === 'FAILED')).slice(-1),
      data: { state, failures, openedAt: openedAt ?? null, agents },
    }
  },
}

/**
 * The breaker at a time, from the agents that had stopped by then. Only those that take the usual way count; what is not
 * read counts neither way.
 */
export function breakerAt(all: readonly Participant[], at: number): Breaker {
  let [failures, openedAt]: [number, number | undefined] = [0, undefined]
  const ended = all.filter(
    ({ role, stoppedAt = Number.POSITIVE_INFINITY }) => role.name !== 'fallback' && stoppedAt <= at,
  )
  for (const one of ended.toSorted((a, b) => (a.stoppedAt ?? 0) - (b.stoppedAt ?? 0))) {
    const reading = healthOf(one)
    // One that began before the breaker opened says nothing about what is the case after that
    const isStale = openedAt !== undefined && one.role.name !== 'trial'
    if (reading === undefined || (isStale && reading === 'OK')) continue
    if (reading === 'OK') [failures, openedAt] = [0, undefined]
    else {
      failures++
      if (failures >= BREAKER.failures) openedAt = one.stoppedAt
    }
  }
  if (openedAt === undefined) return { state: 'closed', failures }
  return { state: at - openedAt >= BREAKER.openMs ? 'half-open' : 'open', failures, openedAt }
}

/** An agent that ended without a word failed, too. */
const healthOf = (one: Participant): 'OK' | 'FAILED' | undefined =>
  isDone(one) && one.said.every(({ text }) => text.trim() === '')
    ? 'FAILED'
    : readOf(one, (text) => markedWord(text, ['OK', 'FAILED']))
