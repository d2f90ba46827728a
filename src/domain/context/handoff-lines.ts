import type { ContextItem } from '../effects.ts'
import { isGoal } from '../memory/headline.ts'
import { shorten } from '../memory/prose.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { relativePath } from '../paths.ts'
import { isSaidIn, statementOf } from './near-duplicates.ts'
import { age } from './times.ts'

/** What stands above a handoff that is told in full. */
export const HANDOFF_HEAD = 'Where the work stood before the context was lost, from what was recorded:'

/** The most characters of a part of the line. */
const PART = 130

/** A handoff as lines, most telling first. */
export function handoffInFull(handoff: Handoff, now: number, root?: string): ContextItem[] {
  const { id, goal, now: state, next, blockers, decisions, worked, failed } = handoff
  const files = handoff.files.map((file) => relativePath(file, root)).join(', ')
  const fields: readonly [string, string][] = [
    ['Goal', goal],
    ['Now', state],
    ['Next', next],
    ...many('Blocked', blockers),
    ['Files', files],
    ...many('Decided', decisions),
    ...many('Failed before it passed', failed),
    ...many(
      'Worked',
      worked.filter((each) => !isSolved(each, failed)),
    ),
  ]
  const lines = fields
    .filter(([, says]) => says !== '')
    .map(([name, says], at) => ({ text: `${name}: ${says}`, ids: [id], rank: -at - 1, says }))
  return [{ text: `${id} ${age(now - handoff.at)}`, ids: [id], rank: 0 }, ...lines]
}

/** A handoff in one line, each part short. */
export function handoffLine({ id, at, goal, now: state, next, outcome }: Handoff, now: number): ContextItem {
  const isSpare = state !== '' && state !== goal && (!isGoal(goal) || isSaidIn(statementOf(goal), statementOf(state)))
  const parts = [
    isSpare ? '' : shorten(goal, PART),
    state === '' || state === goal ? '' : `${state.startsWith(LAST_ASKED) ? '' : 'now: '}${shorten(state, PART)}`,
    next === '' ? '' : `next: ${shorten(next, PART)}`,
    outcome === undefined ? '' : `outcome: ${outcome}`,
  ].filter(Boolean)
  const text = `Last work here (${id}, ${age(now - at)}): ${parts.join('; ')}`
  return { text, ids: [id], rank: 0, says: parts.join('. ') }
}

/** A check that is told as failed before it passed. */
const isSolved = (worked: string, failed: readonly string[]): boolean =>
  worked.endsWith(PASSED) && failed.some((each) => each.startsWith(`${worked.slice(0, -PASSED.length)}:`))

const PASSED = ' passed'

/** What a state begins with that only says what was asked. */
const LAST_ASKED = 'last asked: '

const many = (name: string, texts: readonly string[]): [string, string][] => texts.map((text) => [name, text])
