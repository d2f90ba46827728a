import { baseName, relativePath } from '../paths.ts'
import { type Account, accountOf } from './account.ts'
import { agrees, type Intent, intentOf } from './intent.ts'
import { bare, shorten } from './prose.ts'
import type { Turn } from './turns.ts'

/** The longest title. */
export const TITLE_MAX = 100

/** What a turn was about: what was asked, with "yes" resolved by what the agent had offered. */
export interface Aim {
  readonly intent: Intent
  /** The person's words, resolved; empty where nobody asked. */
  readonly asked: string
}

/** Finds what was asked in a turn: the first telling prompt, else the offer that a short answer took up. */
export function aimOf(turn: Turn): Aim {
  const intents = turn.prompts.map(({ text }) => intentOf(text))
  const telling = intents.find(({ kind, clause }) => kind !== 'weak' && clause !== '')
  if (telling !== undefined) return { intent: telling, asked: telling.clause }
  const first = turn.prompts[0]?.text ?? ''
  const offer = first === '' ? '' : accountOf(turn.before).offer
  const offered = intentOf(offer)
  if (offered.kind === 'request') return { intent: offered, asked: offered.clause }
  const weak = intents.find(({ clause }) => clause !== '')
  return { intent: weak ?? intentOf(''), asked: agrees(first) ? '' : (weak?.clause ?? '') }
}

/** A title for a change: what was asked where that is telling, else what the agent says it did, else the symbols. */
export function changeTitle(
  aim: Aim,
  account: Account,
  symbols: readonly string[],
  files: readonly string[],
  root?: string,
): string {
  const deed = account.deeds.find((each) => each.length <= 160) ?? account.deeds[0]
  const asked = aim.intent.kind === 'request' ? clauseOf(aim.asked) : ''
  const heading = account.headings[0]
  const report = aim.intent.kind === 'report' || aim.intent.kind === 'question' ? clauseOf(aim.asked) : ''
  const said = asked || (deed ?? '') || (heading ?? '') || report || `Change ${symbols.slice(0, 3).join(', ')}`.trim()
  return withFile(bare(said === 'Change' ? 'Edit' : said), files, root)
}

/** `Title (path/of/file.ts)`: the path as it fits; not where the title names the file already. */
export function withFile(said: string, files: readonly string[], root?: string): string {
  const [main, ...rest] = files
  const text = said.replace(/[\s.:;,]+$/, '')
  if (main === undefined) return shorten(text, TITLE_MAX)
  const path = relativePath(main, root)
  const name = text.includes(baseName(main)) ? '' : path.length <= 40 ? path : baseName(path).slice(-40)
  const more = rest.length === 0 ? '' : ` +${rest.length}`
  const tail = name === '' ? '' : ` (${name}${more})`
  return shorten(text, TITLE_MAX - tail.length) + tail
}

/** A clause of a request that is short enough to be read at a glance. */
const clauseOf = (asked: string): string => shorten(bare(asked), 72)

/** A title for a finding: the answer's own first sentence where it stands by itself, else the question. */
export function findingTitle(aim: Aim, account: Account): string {
  const answer = account.points.find((point) => point.length <= 140)
  const question = shorten(bare(aim.asked), TITLE_MAX)
  if (answer !== undefined && account.points.indexOf(answer) < 2 && standsAlone(answer))
    return shorten(bare(answer).replace(/\.$/, ''), TITLE_MAX)
  if (aim.intent.kind !== 'weak' && question !== '') return question
  return shorten(bare(account.headings[0] ?? answer ?? account.points[0] ?? question), TITLE_MAX)
}

/** Names what it speaks of, rather than pointing at it. */
function standsAlone(sentence: string): boolean {
  if (POINTING.test(sentence) || sentence.split(' ').length < 5) return false
  return /`[^`]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+|\b\w+\.(?:[a-z]{1,4})\b|\broot cause\b/.test(sentence)
}

const POINTING =
  /^(?:it|its|this|that|these|those|they|there|he|she|you|your|i|i'm|i've|we|but|and|or|also|found|based|currently|here|both|either|option|if|for|when|note|based|given|looking|after|before|first|in|the (?:change|fix|issue|problem|file|code|first|second|same|above|old|new|following) )\b/i
