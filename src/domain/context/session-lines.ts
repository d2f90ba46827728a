import type { ContextItem } from '../effects.ts'
import { headline, topicOf } from '../memory/headline.ts'
import type { Summary } from '../memory/nouns.ts'
import { shorten, splitSentences } from '../memory/prose.ts'
import { goalAmong, isTelling } from '../memory/telling.ts'
import { dayOf, timeOf } from './dates.ts'
import { oneLine } from './reason.ts'

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

/** A session in a line: what it was for, and what of its turns says most; above rows, since they are few. */
export function sessionLine(sitting: Sitting): ContextItem {
  const asked = goalAmong(sitting.map(({ request }) => request).reverse())
  const { summary, came } = cameTo(sitting, asked)
  const told = [isTelling(asked) || came === '' ? shorten(oneLine(asked), ASKED) : '', came].filter(Boolean).join(' → ')
  return {
    text: `${summary.id} ${dayOf(summary.at)} ${timeOf(summary.at)} ${told}`,
    ids: [summary.id],
    rank: Number.MAX_SAFE_INTEGER - 1,
    under: [SESSIONS, ''],
    says: told,
  }
}

/** The sentence that says most of what was done, else found, and the turn that it is from; of equal ones the newest. */
function cameTo(sitting: Sitting, asked: string): { summary: Summary; came: string } {
  const [newest] = sitting
  const topic = topicOf([asked])
  const found = sitting.slice(0, TURNS).flatMap((summary) =>
    [summary.completed, summary.learned].flatMap((text, at) =>
      splitSentences(text)
        .slice(0, 1)
        .filter((sentence) => !/^Changed [\w./-]+(?:, | and |\.$)/.test(sentence))
        .map((sentence) => ({
          summary,
          ...headline([{ text: sentence, weight: (summary === newest ? 0.5 : 0) - 1.5 * at }], topic, CAME),
        })),
    ),
  )
  const best = found.reduce<(typeof found)[number] | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
  return { summary: best?.summary ?? newest, came: best?.text || shorten(oneLine(restOf(newest)), CAME) }
}

/** What a summary says where it tells neither what was done nor what was found. */
const restOf = ({ completed, notes, nextSteps, investigated }: Summary): string =>
  completed || notes || nextSteps || investigated

/** The state in which the newest session left the work, a sentence a line. */
export function wholeSummary(summary: Summary): ContextItem[] {
  const fields: readonly [string, string][] = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ]
  const heading = `Where the latest session stood (${summary.id}, ${dayOf(summary.at)} ${timeOf(summary.at)}):`
  return fields.flatMap(([name, text]) =>
    splitSentences(text).map((sentence) => ({
      text: `${name}: ${oneLine(sentence)}`,
      ids: [summary.id],
      rank: Number.MAX_SAFE_INTEGER,
      under: [heading],
      says: sentence,
    })),
  )
}
