import type { ContextItem } from '../effects.ts'
import { isGoal, saysSomething, standsAlone } from '../memory/headline.ts'
import { saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { splitSentences } from '../memory/prose.ts'
import { REQUESTED_BY } from '../memory/title-voice.ts'
import type { Summary } from '../nouns/summary.ts'
import { quotable, quote } from '../quote.ts'
import { when } from './times.ts'

const ASKED = 90
const CAME = 110

/** A session's checkpoints, newest first. */
export type Sitting = readonly [Summary, ...Summary[]]

/** Groups checkpoints by session, keeping their order. */
export function sittingsOf(summaries: readonly Summary[]): Sitting[] {
  const sittings = new Map<string, [Summary, ...Summary[]]>()
  for (const each of summaries) {
    const sitting = sittings.get(each.session)
    if (sitting === undefined) sittings.set(each.session, [each])
    else sitting.push(each)
  }
  return [...sittings.values()]
}

/** A session in one line: what was asked and what the agent reported; none if neither is meaningful on its own. */
export function sessionLine(sitting: Sitting, now: number): ContextItem[] {
  const [newest] = sitting
  const requests = sitting.map(({ request }) => request).reverse()
  const asked = requests.find(isGoal) ?? requests.find(saysSomething) ?? requests[0] ?? ''
  const asker = sitting.find(({ request }) => request === asked)?.requestBy ?? 'user'
  const came = sitting.flatMap(cameTo)[0] ?? ''
  if (came === '' || (!isGoal(asked) && !saysSomething(came))) return []
  const isAsked = isGoal(asked) && !saysAgain(statementOf(asked), statementOf(came))
  const told = `${isAsked ? `${REQUESTED_BY[asker]} ${quote(asked, ASKED)}; ` : ''}agent reported ${quote(came, CAME)}`
  return [
    {
      text: `${newest.id} ${when(newest.at, now)}, session: ${told}`,
      ids: [newest.id],
      rank: Number.MIN_SAFE_INTEGER,
      says: quotable(`${asked} ${came}`),
    },
  ]
}

/** What a checkpoint says was done, or else found; a list of changed files alone does not say what was done. */
const cameTo = ({ completed, learned }: Summary): string[] =>
  [completed, learned]
    .flatMap(splitSentences)
    .filter((sentence) => !CHANGED.test(sentence) && standsAlone(sentence) && !sentence.includes('?'))

const CHANGED = /^Changed [\w./-]+(?:, | and |\.$)/
