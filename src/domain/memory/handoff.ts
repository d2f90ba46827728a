import { deriveId } from '../identity.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { accountOf } from './account.ts'
import { type Aim, aimOf } from './aim.ts'
import { distil } from './distil.ts'
import { chainsOf, commandOf } from './failures.ts'
import { goalAmong, headline, isGoal, standsAlone, topicOf, worded } from './headline.ts'
import { bare, shorten } from './prose.ts'
import { filesModifiedIn } from './reading.ts'
import { withoutTail } from './title.ts'
import type { Turn } from './turns.ts'

const LINE = 240
/** What is told of it in one line. */
const STATE = 130
const MAX_LIST = 5
const MAX_FILES = 12
const MAX_EVIDENCE = 60

/**
 * Where work stands after these turns of one session, from evidence alone; undefined where nothing was asked or done.
 * A session has one that is kept current, and a new one after each compaction, which seals the one before.
 */
export function handoffOf(all: readonly Turn[], isSealed: boolean): Handoff | undefined {
  const { seal, turns } = sinceCompaction(all)
  const telling = turns.filter((turn) => turn.prompts.length > 0 || turn.calls.length > 0 || turn.message !== '')
  const last = telling.at(-1)
  if (last === undefined) return undefined
  const goal = goalOf(telling.map(aimOf))
  const calls = telling.flatMap((turn) => turn.calls)
  const accounts = telling.map((turn) => accountOf(turn.message))
  const latest = accountOf(last.message)
  const chains = chainsOf(calls)
  const open = chains.filter(({ recovery, error }) => recovery === undefined && error !== '')
  const solved = chains.filter(({ recovery, error }) => recovery !== undefined && error !== '')
  return {
    id: deriveId('h', last.session, seal),
    session: last.session,
    project: last.project,
    at: last.endedAt,
    goal: line(goal),
    now: line(nowOf(last, goal)),
    next: line(latest.next.slice(-2).join(' ')),
    blockers: listed(open.map(({ failure, error }) => `\`${commandOf(failure)}\`: ${error}`)),
    worked: listed([
      ...accounts.flatMap(({ deeds }) => deeds.filter(standsAlone).slice(0, 2)),
      ...solved.map(({ recovery }) => (recovery === undefined ? '' : `\`${commandOf(recovery)}\` passed`)),
    ]),
    failed: listed(solved.map(({ failure, error }) => `\`${commandOf(failure)}\`: ${error}`)),
    decisions: listed(accounts.flatMap(({ decisions }) => decisions)),
    files: filesModifiedIn(calls).slice(0, MAX_FILES),
    sealed: isSealed,
    evidence: evidenceOf(telling),
  }
}

/** What the session is for: a trouble that it began with is over where other matters followed. */
function goalOf(aims: readonly Aim[]): string {
  const asked = aims.filter((aim) => aim.asked !== '')
  const goal = goalAmong(asked.map((aim) => aim.asked))
  const first = asked.findIndex((aim) => aim.asked === goal)
  const topic = topicOf([goal])
  const others = asked.slice(first + 1).filter((aim) => isGoal(aim.asked) && !shares(aim.asked, topic))
  const isOver = asked[first]?.intent.kind === 'report' && others.length >= 3
  return worded((isOver ? others.at(-1)?.asked : undefined) ?? goal)
}

const shares = (text: string, topic: ReadonlySet<string>): boolean =>
  [...topicOf([text])].filter((word) => topic.has(word)).length >= 2

/** What its record says beyond the goal, else what the agent said last that says most: done before told. */
function stateOf(turn: Turn, goal: string): string {
  const [record] = distil(turn)
  const topic = topicOf([goal])
  const isMore = record !== undefined && [...topicOf([record.title])].some((word) => !topic.has(word))
  if (isMore && standsAlone(record.title)) return withoutTail(record.title)
  const { deeds, told, points } = accountOf(turn.message)
  const said = [...deeds.slice(0, 4), ...told.slice(0, 3), ...points.slice(0, 3)]
  const best = headline(
    said.map((text, at) => ({ text, weight: at < deeds.length ? 1 : 0 })),
    topicOf([aimOf(turn).asked]),
    STATE,
  )
  return best.score > 0 ? best.text : ''
}

/** A turn that has no end of its own was broken off: what it was asked is where work stands. */
function nowOf(turn: Turn, goal: string): string {
  const prompt = turn.prompts.at(-1)?.text ?? ''
  if (turn.message === '') return prompt
  const state = stateOf(turn, goal)
  if (state !== '') return state
  const { asked } = aimOf(turn)
  return asked === '' ? prompt : `last asked: ${asked}`
}

/** What came after the last compaction but one that ends it all; `seal` names that compaction. */
function sinceCompaction(turns: readonly Turn[]): { seal: string; turns: readonly Turn[] } {
  const last = turns.at(-1)?.events.at(-1)
  const isSeal = ({ name, id }: { name: string; id: string }) => name === 'PreCompact' && id !== last?.id
  const at = turns.findLastIndex(({ events }) => events.some(isSeal))
  if (at === -1) return { seal: '', turns }
  const seal = turns[at]?.events.findLast(isSeal)?.id ?? ''
  // A turn that was compacted on its way goes on
  return { seal, turns: turns.slice(Math.min(at + 1, turns.length - 1)) }
}

const evidenceOf = (turns: readonly Turn[]): string[] =>
  turns
    .flatMap(({ prompts, events }) => [...prompts.map(({ id }) => id), ...events.map(({ id }) => id)])
    .slice(-MAX_EVIDENCE)

const line = (text: string): string => shorten(bare(text).replace(/\s+/g, ' ').trim(), LINE)
const listed = (texts: readonly string[]): string[] => [...new Set(texts.map(line))].filter(Boolean).slice(-MAX_LIST)
