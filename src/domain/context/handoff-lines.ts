import type { ContextItem } from '../effects.ts'
import type { Handoff } from '../memory/nouns.ts'
import { shorten } from '../memory/prose.ts'
import { relativePath } from '../paths.ts'
import { age } from './age.ts'
import { estimateTokens } from './tokens.ts'

/** What stands above a handoff that is told in full. */
export const HANDOFF_HEAD = 'Where the work stood before the context was lost, from what was recorded:'

/** The most that a handoff takes, its head apart. */
const FULL = 560
const LINE = 300

/** A handoff as lines, most telling first, within 600 tokens. */
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
    ...many('Worked', worked),
  ]
  const lines = [`${id} ${age(now - handoff.at)}`, ...fields.filter(([, text]) => text !== '').map(asLine)]
  return [{ text: within(lines, FULL).join('\n'), ids: [id], rank: 0 }]
}

function within(lines: readonly string[], budget: number): string[] {
  let room = budget
  return lines.filter((line) => {
    const cost = estimateTokens(line) + 1
    const fits = cost <= room
    if (fits) room -= cost
    return fits
  })
}

/** A handoff in one line. */
export function handoffLine({ id, at, goal, now: state, next, outcome }: Handoff, now: number): ContextItem {
  const parts = [
    goal,
    state === '' || state === goal ? '' : `now: ${state}`,
    next === '' ? '' : `next: ${next}`,
    outcome === undefined ? '' : `outcome: ${outcome}`,
  ].filter(Boolean)
  return { text: shorten(`Last work here (${id}, ${age(now - at)}): ${parts.join('; ')}`, LINE), ids: [id], rank: 0 }
}

const asLine = ([name, text]: readonly [string, string]): string => `${name}: ${text}`
const many = (name: string, texts: readonly string[]): [string, string][] => texts.map((text) => [name, text])
