import { late } from '@hindcast/text/late.ts'
import { baseName } from '@hindcast/text/paths.ts'
import type { Observation } from '../nouns/observation.ts'
import { uncommittedRecords } from './commits.ts'
import { leavesWork } from './git-acts.ts'
import { namesInText, topicOf } from './headline.ts'
import { BESIDE, type TurnReading } from './reading.ts'
import { PROPOSED, withoutTail } from './title.ts'
import type { Turn } from './turns.ts'

/**
 * Ids of the observations that are no longer current: superseded; found, then fixed or changed since; changed, then
 * reverted or redone; abandoned with their branch. A remembered statement or a person's decision stays current until it
 * is superseded. Compares every observation with every other, so pass only a few.
 */
export function supersededAmong(observations: readonly Observation[], others = observations): Set<string> {
  const outdated = new Set(others.flatMap(({ supersedes }) => supersedes ?? []))
  const changes = others.map(observationReading).filter(({ isChange }) => isChange)
  for (const each of observations.map(observationReading)) {
    const isGone = each.observation.facts.includes(UNDONE_FACT)
    if (isGone || changes.some((change) => outdates(change, each))) outdated.add(each.observation.id)
  }
  return outdated
}

/** The known observation that a new change outdates: the newest gotcha, otherwise the newest of any kind. */
export function supersededBy(change: Observation, known: readonly Observation[]): Observation | undefined {
  const fresh = observationReading(change)
  const found = known.filter((each) => fresh.isChange && outdates(fresh, observationReading(each)))
  const rank = ({ concepts, at }: Observation) => at + (concepts.includes('gotcha') ? 1e15 : 0)
  return found.sort((a, b) => rank(b) - rank(a))[0]
}

/** The fact added to a change that was abandoned with its branch. */
export const UNDONE_FACT = 'Undone: given up later in the session'

/** An observation with its parsed words, each computed on first use. */
interface Read {
  readonly observation: Observation
  /** It changed the product itself, not only its tests or documents. */
  readonly isChange: boolean
  readonly title: () => string
  readonly stems: () => ReadonlySet<string>
  /** Names in its title, with or without code marks; letters and digits only. */
  readonly names: () => readonly string[]
  /** All its words with a space before each, and its letters and digits only. */
  readonly words: () => string
  readonly letters: () => string
}

function observationReading(observation: Observation): Read {
  const { narrative, facts, filesModified } = observation
  const title = late(() => withoutTail(observation.title))
  const whole = late(() => [title(), narrative, ...facts].join('\n').slice(0, READ))
  return {
    observation,
    isChange: filesModified.length > 0 && !BESIDE.test(filesModified[0] ?? ''),
    title,
    stems: late(() => topicOf([title().replace(PROPOSED, '')])),
    names: late(() => {
      const own = lettersOf(title())
      const named = namesInText(whole()).filter((name) => !FILE.test(name))
      return [...new Set(named.map(lettersOf))].filter((name) => name.length > 5 && own.includes(name))
    }),
    words: late(
      () =>
        ` ${whole()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_]+/gu, ' ')}`,
    ),
    letters: late(() => lettersOf(whole())),
  }
}

/** How much of an observation's text is compared. */
const READ = 1500

const lettersOf = (text: string): string => text.toLowerCase().replace(/\W+/g, '')

const FILE = /^`?[\w./-]+\.\w{1,4}(?::[\d-]+)?`?$/
const REMOVES = /^(?:remov|delet|revert|drop|undo|undid|disabl)/i
/** How a change says what it removed. */
const TAKEN_OUT = / (?:removed|reverted|deleted|dropped) .{0,120}/g
/** It restates how something is, or replaces something. */
const REPLACES =
  /\b(?:remov|delet|renam|replac|switch|revert|widen|increas|reduc)|\b(?:instead|no longer|completely|generic|is now|are now|will now)\b|→/i
/** A problem that a title mentions, and how a narrative says that it was found. */
const PROBLEM =
  /\b(?:bugs?|issues?|problems?|dead|unused|never|missing|lost|fail(?:s|ed|ing)?|wrong(?:ly)?|silently|buggy|inconsistent|duplicates?|duplicated|redundant|stale|invalid|incorrect(?:ly)?|unsafe|leaks?|only|without|errors?|broken|risk|race|unbounded|overflows?|nan|slow|crash(?:es|ed)?|times? out|deadlocks?|exceeds?|oom\w*|cannot|could|should)\b|n't\b|\bnot\b/i
const FOUND =
  /\b(?:bugs?|root cause|dead code|buggy|the (?:actual |real )?(?:issue|problem|cause) (?:is|was)|found the (?:issue|problem))\b/i

function outdates(later: Read, earlier: Read): boolean {
  const [change, each] = [later.observation, earlier.observation]
  if (change.at <= each.at || change.id === each.id || isKept(each)) return false
  const sameSession = change.session === each.session
  if (each.type === 'discovery' && sameSession) return mends(later, earlier)
  if (each.type === 'discovery') return mendsElsewhere(later, earlier) || carriesOut(later, earlier)
  return (sameSession && doesOver(later, earlier)) || takesBack(later, earlier)
}

const isKept = ({ rememberedBy, decidedBy }: Observation): boolean => rememberedBy !== undefined || decidedBy === 'user'

/** The same session found it and then changed it. */
function mends(change: Read, found: Read): boolean {
  const all = saidShare(found.stems(), change)
  if (all >= 0.75 || shareOf(found.stems(), change.stems()) >= 0.5) return true
  const names = namedIn(found, change.letters())
  if (names >= 2 && names === found.names().length) return true
  const isNamed = namedIn(found, lettersOf(change.title())) >= 1
  return isProblem(found) && (all >= 0.65 || isNamed || (names >= 1 && all >= 0.25))
}

/** One session found the problem and another fixed it. */
function mendsElsewhere(change: Read, found: Read): boolean {
  const { filesRead } = found.observation
  if (!change.observation.filesModified.some((file) => filesRead.includes(file)) || !isProblem(found)) return false
  const names = namedIn(found, change.letters())
  return (names >= 2 || (names === 1 && found.names().length === 1)) && saidShare(found.stems(), change) >= 0.5
}

/** What a session proposed, and another did. */
const carriesOut = (change: Read, proposed: Read): boolean =>
  proposed.title().startsWith(PROPOSED) && saidShare(proposed.stems(), change) >= 0.75

const namedIn = (found: Read, letters: string): number => found.names().filter((name) => letters.includes(name)).length

const isProblem = ({ observation }: Read): boolean => isFault(observation)

/** Whether the observation found something wrong. */
export const isFault = ({ title, narrative }: Observation): boolean => PROBLEM.test(title) || FOUND.test(narrative)

/** The same subject again: it repeats most of the earlier one's words, and says that things are different now. */
const doesOver = (change: Read, earlier: Read): boolean =>
  REPLACES.test(change.title()) && shareOf(earlier.stems(), change.stems()) >= 0.6

/** It removes what the earlier change added to a file. */
function takesBack(change: Read, earlier: Read): boolean {
  const [main = ''] = earlier.observation.filesModified
  if (!change.observation.filesModified.includes(main) || REMOVES.test(earlier.title())) return false
  const matter = matterOf(earlier)
  if (REMOVES.test(change.title()) && objectOf(earlier) !== '' && objectOf(change) === objectOf(earlier)) return true
  const gone = change.words().match(TAKEN_OUT) ?? []
  return matter.length >= 3 && gone.some((clause) => matter.slice(0, 3).every((stem) => clause.includes(` ${stem}`)))
}

/** The object of the change: the first word after the verb. */
const objectOf = (read: Read): string =>
  /^\S+ (?:(?:the|a|an|all|unused|old|new) )*(\S+)/
    .exec(read.title())?.[1]
    ?.toLowerCase()
    .replace(/[^\w@.()]+$/, '') ?? ''

/** The words of a title after its first word, the verb. */
const matterOf = (read: Read): string[] => [...topicOf([read.title().replace(/^\S+\s/, '')])]

/**
 * The share of some words that another observation contains anywhere, and the share of them in another set of words.
 */
const saidShare = (some: ReadonlySet<string>, { words }: Read): number =>
  some.size < 2 ? 0 : [...some].filter((stem) => words().includes(` ${stem}`)).length / some.size

const shareOf = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  some.size < 2 ? 0 : [...some].filter((each) => others.has(each)).length / some.size

/** The changes abandoned with their branch, as the person asked and a command carried out. */
export function undone({ turn, known }: TurnReading): Observation[] {
  const isWanted = turn.prompts.some(({ text }) => GIVES_UP.test(text))
  if (!isWanted || !turn.calls.some(leavesWork)) return []
  const given = uncommittedRecords(known).filter(({ at }) => at < (turn.events[0]?.at ?? 0))
  return given.map((each) => ({ ...each, facts: [UNDONE_FACT, ...each.facts.filter((fact) => fact !== UNDONE_FACT)] }))
}

const GIVES_UP =
  /\b(?:abandon|discard|throw away|scrap|drop|leave)\b (?:\w+ ){0,3}(?:branch|changes|everything)\b|\bstart (?:over|from scratch)\b/i

/**
 * What an observation from a turn replaces: a proposal now carried out, a problem now fixed, a finding now known to be
 * wrong.
 */
export function replacedBy(fresh: Observation, { turn, aim, known }: TurnReading): Observation | undefined {
  const isChange = fresh.filesModified.length > 0
  if (!isChange)
    return fresh.type === 'discovery' && CORRECTS.test(turn.message.slice(0, HEAD)) ? mistaken(fresh, known) : undefined
  return (aim.accepts ? accepted(fresh, turn, known) : undefined) ?? supersededBy(fresh, known)
}

/** Where an agent says that it was wrong, or that it has found the real cause. */
const HEAD = 400
const CORRECTS =
  /\bfound the (?:actual|real|true)\b|\bthe (?:actual|real|true) (?:bug|cause|reason|issue|problem|culprit)\b|\bi was wrong\b|\bmisdiagnos|\bmy (?:earlier|previous) (?:analysis|assumption|conclusion|theory|claim)\b|\bi had it backwards\b/i

/** The newest earlier finding, if it is about the same subject. */
function mistaken(fresh: Observation, known: readonly Observation[]): Observation | undefined {
  const found = known.filter(
    (each) => each.type === 'discovery' && each.agentId === fresh.agentId && each.at < fresh.at,
  )
  const [last] = found.sort((a, b) => b.at - a.at)
  const topic = topicOf([fresh.title, fresh.narrative])
  const shared = last === undefined ? [] : [...topicOf([last.title, last.narrative])].filter((word) => topic.has(word))
  return shared.length >= ALIKE ? last : undefined
}

/** The minimum number of shared stems for two findings to be about the same subject. */
const ALIKE = 4

/** What was proposed just before it was done, or found in the same file. */
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
