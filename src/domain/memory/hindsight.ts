import { baseName } from '../paths.ts'
import { COMMIT_FACT, type Commit, commitFact } from './commits.ts'
import { actOf } from './failures.ts'
import { topicOf } from './headline.ts'
import type { Observation } from './nouns.ts'
import { isFault, outdatedBy, UNDONE_FACT } from './outdated.ts'
import { BESIDE, type Reading } from './reading.ts'
import { PROPOSED } from './title.ts'
import type { Turn } from './turns.ts'

/** The changes that were not committed yet, with the commits of a later turn. */
export function withCommits(commits: readonly Commit[], known: readonly Observation[], most: number): Observation[] {
  return uncommitted(known).map((each) => ({
    ...each,
    facts: [...commits.map(commitFact), ...each.facts].slice(0, most),
    evidence: [...new Set([...each.evidence, ...commits.map(({ event }) => event.id)])],
  }))
}

/** The changes that were given up with their branch, as the person wanted and a command did. */
export function undone({ turn, known }: Reading): Observation[] {
  const isWanted = turn.prompts.some(({ text }) => GIVES_UP.test(text))
  const isDone = turn.calls.some(
    (call) => actOf(call) === 'shell' && call.outcome === 'ok' && LEAVES.test(call.input ?? ''),
  )
  if (!isWanted || !isDone) return []
  const given = uncommitted(known).filter(({ at }) => at < (turn.events[0]?.at ?? 0))
  return given.map((each) => ({ ...each, facts: [UNDONE_FACT, ...each.facts.filter((fact) => fact !== UNDONE_FACT)] }))
}

const uncommitted = (known: readonly Observation[]): Observation[] =>
  known.filter(
    ({ filesModified, facts }) => filesModified.length > 0 && !facts.some((fact) => fact.startsWith(COMMIT_FACT)),
  )

const GIVES_UP =
  /\b(?:abandon|discard|throw away|scrap|drop|leave)\b (?:\w+ ){0,3}(?:branch|changes|everything)\b|\bstart (?:over|from scratch)\b/i
const LEAVES = /\bgit (?:checkout|switch|reset --hard|stash)\b/

/** What an observation of a turn replaces: what had been proposed, what was found wrong and is mended, what was mistaken. */
export function replacedBy(fresh: Observation, { turn, aim, known }: Reading): Observation | undefined {
  const isChange = fresh.filesModified.length > 0
  if (!isChange)
    return fresh.type === 'discovery' && CORRECTS.test(turn.message.slice(0, HEAD)) ? mistaken(fresh, known) : undefined
  return (aim.accepts ? accepted(fresh, turn, known) : undefined) ?? outdatedBy(fresh, known)
}

/** Where an agent says that it was wrong, or has the true cause now. */
const HEAD = 400
const CORRECTS =
  /\bfound the (?:actual|real|true)\b|\bthe (?:actual|real|true) (?:bug|cause|reason|issue|problem|culprit)\b|\bi was wrong\b|\bmisdiagnos|\bmy (?:earlier|previous) (?:analysis|assumption|conclusion|theory|claim)\b|\bi had it backwards\b/i

/** The newest finding before, where it speaks of the same. */
function mistaken(fresh: Observation, known: readonly Observation[]): Observation | undefined {
  const found = known.filter(
    (each) => each.type === 'discovery' && each.agentId === fresh.agentId && each.at < fresh.at,
  )
  const [last] = found.sort((a, b) => b.at - a.at)
  const topic = topicOf([fresh.title, fresh.narrative])
  const shared = last === undefined ? [] : [...topicOf([last.title, last.narrative])].filter((word) => topic.has(word))
  return shared.length >= ALIKE ? last : undefined
}

/** Stems in common from which on two findings are of one matter. */
const ALIKE = 4

/** What had been proposed just before it was done, or found of the very file. */
function accepted(
  { filesModified }: Observation,
  { agentId, events }: Turn,
  known: readonly Observation[],
): Observation | undefined {
  const began = events[0]?.at ?? 0
  const before = known.filter((each) => each.agentId === agentId && each.at <= began)
  const last = before.reduce<Observation | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined)
  if (last === undefined || last.type !== 'discovery') return undefined
  const [main = ''] = filesModified
  const isOfFile = isFault(last) && !BESIDE.test(main) && `${last.title} ${last.narrative}`.includes(baseName(main))
  return last.title.startsWith(PROPOSED) || isOfFile ? last : undefined
}
