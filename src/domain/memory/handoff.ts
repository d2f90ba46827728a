import { deriveId } from '../identity.ts'
import { type Account, accountOf } from './account.ts'
import { aimOf } from './aim.ts'
import { chainsOf, commandOf } from './failures.ts'
import { headline, topicOf } from './headline.ts'
import type { Handoff } from './nouns.ts'
import { bare, shorten } from './prose.ts'
import { filesModifiedIn } from './reading.ts'
import { goalAmong } from './telling.ts'
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
  const calls = telling.flatMap((turn) => turn.calls)
  const accounts = telling.map((turn) => accountOf(turn.message))
  const latest = accountOf(last.message)
  const chains = chainsOf(calls)
  const open = chains.filter(({ recovery, error }) => recovery === undefined && error !== '')
  const solved = chains.filter(({ recovery, error }) => recovery !== undefined && error !== '')
  const asked = telling.map((turn) => aimOf(turn).asked).filter(Boolean)
  return {
    id: deriveId('h', last.session, seal),
    session: last.session,
    project: last.project,
    at: last.endedAt,
    goal: line(goalAmong(asked)),
    now: line(nowOf(last, stateIn(latest, asked))),
    next: line(latest.next.slice(-2).join(' ')),
    blockers: listed(open.map(({ failure, error }) => `\`${commandOf(failure)}\`: ${error}`)),
    worked: listed([
      ...accounts.flatMap(({ deeds }) => deeds.slice(0, 2)),
      ...solved.map(({ recovery }) => (recovery === undefined ? '' : `\`${commandOf(recovery)}\` passed`)),
    ]),
    failed: listed(solved.map(({ failure, error }) => `\`${commandOf(failure)}\`: ${error}`)),
    decisions: listed(accounts.flatMap(({ decisions }) => decisions)),
    files: filesModifiedIn(calls).slice(0, MAX_FILES),
    sealed: isSealed,
    evidence: evidenceOf(telling),
  }
}

/** What the agent said last that says most: done before told. */
function stateIn({ deeds, told }: Account, asked: readonly string[]): string {
  const said = [...deeds.slice(0, 4), ...told.slice(0, 3)]
  const best = headline(
    said.map((text, at) => ({ text, weight: at < deeds.length ? 1 : 0 })),
    topicOf(asked),
    STATE,
  )
  return best.text
}

/** A turn that has no end of its own was broken off: what it was asked is where work stands. */
function nowOf({ message, prompts }: Turn, said: string): string {
  if (message !== '' && said !== '') return said
  return prompts.at(-1)?.text ?? said
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
