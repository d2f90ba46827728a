import type { ContextItem } from '../effects.ts'
import {
  type Candidate,
  goalAmong,
  headline,
  isGoal,
  isOfNothing,
  isTelling,
  standsAlone,
  topicOf,
  worded,
} from '../memory/headline.ts'
import { shorten, splitSentences } from '../memory/prose.ts'
import { BESIDE } from '../memory/reading.ts'
import { withoutTail } from '../memory/title.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Summary } from '../nouns/summary.ts'
import { saysAgain, statementOf } from './near-duplicates.ts'
import { oneLine } from './reason.ts'
import { dayOf, timeOf } from './times.ts'

const ASKED = 90
const CAME = 110
/** Of a session, the newest turns are looked at: an answer waits for this. */
const TURNS = 6

/** A session's checkpoints, the newest first. */
export type Sitting = readonly [Summary, ...Summary[]]

/** Checkpoints by their session, that with the newest first. */
export function bySession(summaries: readonly Summary[]): Sitting[] {
  const sittings = new Map<string, [Summary, ...Summary[]]>()
  for (const each of summaries) {
    const sitting = sittings.get(each.session)
    if (sitting === undefined) sittings.set(each.session, [each])
    else sitting.push(each)
  }
  return [...sittings.values()]
}

const SESSIONS = 'Sessions: what was asked → what it came to'

/** A session in a line: what it was for, and what of it says most; none where neither says anything. Above rows, since they are few. */
export function sessionLine(sitting: Sitting, observations: readonly Observation[]): ContextItem[] {
  const [newest] = sitting
  const requests = sitting.map(({ request }) => request)
  const asked = goalAmong([...requests].reverse())
  const own = observations.filter(({ session }) => session === newest.session)
  const { summary, came } = cameTo(sitting, asked, own)
  // What was asked after it led to something else
  const isBefore = requests.lastIndexOf(asked) >= sitting.indexOf(summary)
  const isAsked =
    came === '' || (isBefore && isGoal(asked) && !saysAgain(statementOf(worded(asked)), statementOf(came)))
  if ((came === '' || CHANGED.test(came)) && !isGoal(asked)) return []
  const told = [isAsked ? shorten(worded(oneLine(asked)), ASKED) : '', came].filter(Boolean).join(' → ')
  const line = {
    text: `${summary.id} ${dayOf(summary.at)} ${timeOf(summary.at)} ${told}`,
    ids: [summary.id],
    rank: Number.MAX_SAFE_INTEGER - 1,
    under: [SESSIONS, ''],
    says: told,
  }
  return [line]
}

/** A sentence that a session could have come to, and the turn that it is from. */
interface Came extends Candidate {
  readonly summary: Summary
}

/** What scores less says nothing by itself. */
const LEAST = -1

/** What says most of what was done, else found, and the turn that it is from; of equal ones the newest. */
function cameTo(sitting: Sitting, asked: string, own: readonly Observation[]): { summary: Summary; came: string } {
  const [newest] = sitting
  const topic = topicOf([asked])
  const records = own.filter(({ title }) => standsAlone(title)).map((each) => ofRecord(each, sitting))
  const said = records.length > 0 ? records : sitting.slice(0, TURNS).flatMap(ofSummary)
  const found = said.map((each) => ({
    ...each,
    ...headline([each], topic, CAME),
  }))
  const best = found.reduce<(typeof found)[number] | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
  if (best !== undefined && best.score > LEAST) return { summary: best.summary, came: best.text }
  const rest = oneLine(restOf(newest))
  return { summary: newest, came: isTelling(rest) && !rest.includes('?') ? shorten(rest, CAME) : '' }
}

/** A record's title is worded already; what was built or mended tells more of a session than what was found. */
function ofRecord({ title, type, at, filesModified }: Observation, sitting: Sitting): Came {
  const summary = sitting.findLast((each) => each.at >= at) ?? sitting[0]
  const isBeside = filesModified.every((file) => BESIDE.test(file))
  const weight = type === 'discovery' || isBeside || /^Revert/.test(title) ? -0.5 : BUILT.has(type) ? 1.5 : 1
  return { summary, text: withoutTail(title), weight }
}

const BUILT: ReadonlySet<string> = new Set(['bugfix', 'feature', 'security'])

const ofSummary = (summary: Summary): Came[] =>
  [summary.completed, summary.learned].flatMap((text, at) =>
    splitSentences(text)
      .slice(0, 2)
      .filter((sentence) => !CHANGED.test(sentence))
      .map((sentence) => ({ summary, text: sentence, weight: -1.5 * at })),
  )

/** Files alone say nothing of what was done to them. */
const CHANGED = /^Changed [\w./-]+(?:, | and |\.$)/

/** Those that say by themselves what they speak of, where there are any. */
function wholeSentences(text: string): string[] {
  const all = splitSentences(text)
  const whole = all.filter((sentence) => !isOfNothing(sentence))
  return whole.length === 0 ? all : whole
}

/** Which files were changed says least, and stands in the rows. */
function withoutFiles(completed: string): string {
  const said = splitSentences(completed).filter((sentence) => !CHANGED.test(sentence))
  return said.length === 0 ? completed : said.join(' ')
}

/** What a summary says where it tells neither what was done nor what was found. */
const restOf = ({ completed, notes, nextSteps, investigated }: Summary): string =>
  completed || notes || nextSteps || investigated

/** The state in which the newest session left the work, a sentence a line. */
export function wholeSummary(summary: Summary): ContextItem[] {
  const fields: readonly [string, string][] = [
    ['Request', isOfNothing(summary.request) && summary.learned + restOf(summary) !== '' ? '' : summary.request],
    ['Investigated', summary.learned + summary.completed === '' ? summary.investigated : ''],
    ['Learned', summary.learned],
    ['Completed', withoutFiles(summary.completed)],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ]
  const heading = `Where the latest session stood (${summary.id}, ${dayOf(summary.at)} ${timeOf(summary.at)}):`
  return fields.flatMap(([name, text]) =>
    wholeSentences(text).map((sentence) => ({
      text: `${name}: ${oneLine(sentence)}`,
      ids: [summary.id],
      rank: Number.MAX_SAFE_INTEGER,
      under: [heading],
      says: sentence,
    })),
  )
}
