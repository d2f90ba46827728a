import { baseName, relativePath } from '../paths.ts'
import { type Account, accountOf } from './account.ts'
import { agrees, type Intent, intentOf } from './intent.ts'
import { bare, shorten } from './prose.ts'
import type { Turn } from './turns.ts'
import { kindOfVerb, LOOKS } from './words.ts'

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
  const offered = intentOf(offer === '' ? '' : `please ${offer[0]?.toLowerCase()}${offer.slice(1)}`)
  if (offered.kind === 'request') return { intent: offered, asked: offered.clause }
  const weak = intents.find(({ clause }) => clause !== '')
  return { intent: weak ?? intentOf(''), asked: agrees(first) ? '' : (weak?.clause ?? '') }
}

/** What a title for a change is made from. */
export interface Changed {
  readonly symbols: readonly string[]
  /** The main one first. */
  readonly files: readonly string[]
  readonly root?: string | undefined
}

/** A title for a change: what was asked where that is telling, else what the agent says it did, else the symbols. */
export function changeTitle({ intent, asked }: Aim, account: Account, { symbols, files, root }: Changed): string {
  const deed = account.deeds.find((each) => each.length <= 160 && !namesOther(each, files)) ?? ''
  const clause = clauseOf(asked)
  const names = symbols.length === 0 ? '' : `Change ${symbols.slice(0, 3).join(', ')}`
  const point = account.told.find((each) => each.length <= 240 && standsAlone(each)) ?? ''
  const asksForIt = intent.kind === 'request' && !LOOKS.has(intent.verb)
  const tellsTrouble = intent.kind === 'report' && asked.length <= CLAUSE_MAX && !/^fixed /i.test(deed)
  const weak = intent.kind === 'weak'
  const candidates = [
    asksForIt || tellsTrouble ? clause : '',
    deed,
    account.headings[0] ?? '',
    ...(intent.kind === 'question' ? [point, clause] : [weak ? '' : clause, point]),
    names,
    clause,
    account.told[0] ?? '',
  ]
  return withFile(bare(candidates.find((each) => each !== '') ?? 'Edit'), files, root)
}

/** It speaks of a file, and of none of these. */
function namesOther(deed: string, files: readonly string[]): boolean {
  const named =
    deed.match(/[\w-]+\.(?:[a-z]{1,2}|tsx|jsx|mjs|cjs|json|yaml|yml|toml|java|php|css|html|sql|cpp|swift)\b/g) ?? []
  return files.length > 0 && named.length > 0 && !named.some((name) => files.some((file) => baseName(file) === name))
}

/** `Title (path/of/file.ts)`: as much of the path as leaves the title whole; none where the title names the file. */
export function withFile(said: string, files: readonly string[], root?: string): string {
  const [main, ...rest] = files
  const text = said.replace(/[\s.:;,]+$/, '')
  if (main === undefined || text.includes(baseName(main))) return shorten(text, TITLE_MAX)
  const more = rest.length === 0 ? '' : ` +${rest.length}`
  const tails = [` (${relativePath(main, root)}${more})`, ` (${baseName(main)}${more})`, ` (${baseName(main)})`]
  const tail = tails.find((each) => each.length <= 44 && text.length + each.length <= TITLE_MAX) ?? tails[2] ?? ''
  return tail.length > 60 ? shorten(text, TITLE_MAX) : shorten(text, TITLE_MAX - tail.length) + tail
}

/** A clause of a request that is short enough to be read at a glance. */
const clauseOf = (asked: string): string => shorten(bare(asked), CLAUSE_MAX)
const CLAUSE_MAX = 72

/** A title for a finding: a cause that was found, else the answer's own first sentence where it stands by itself, else the question. */
export function findingTitle(aim: Aim, account: Account, acted: boolean): string {
  const short = account.told.filter((point) => point.length <= 140)
  const cause = short.find((point) => FOUND.test(point) && standsAlone(point))
  const answer = account.told.slice(0, 2).find((point) => point.length <= 140 && standsAlone(point))
  const { intent, asked } = aim
  const question = intent.kind === 'question' || (intent.kind === 'request' && !LOOKS.has(intent.verb)) ? asked : ''
  const candidates = [
    cause,
    answer,
    question,
    account.headings[0],
    short.find(standsAlone),
    asked,
    short[0],
    account.points[0],
  ]
  const title = candidates.find((each) => each !== undefined && each !== '') ?? ''
  const undone = !acted && title === asked && intent.kind === 'request' && changesThings(intent) ? 'Considered: ' : ''
  return shorten(undone + bare(title).replace(/\.$/, ''), TITLE_MAX)
}

/** A request that would have changed something: nothing was, so its words alone would say too much. */
const changesThings = ({ verb, clause }: Intent): boolean =>
  kindOfVerb(verb) !== undefined &&
  !/^(?:show|print|write|generate|create) (?:me|us|a summary|the summary)\b/i.test(clause)

const FOUND =
  /\broot cause\b|\bthe (?:actual |real )?(?:issue|problem|bug|cause) (?:is|was)\b|\b(?:fails|failed) because\b/i

/** Names what it speaks of, rather than pointing at it. */
function standsAlone(sentence: string): boolean {
  if (POINTING.test(sentence) || sentence.split(' ').length < 5) return false
  return /`[^`]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+|\b\w+\.(?:[a-z]{1,4})\b|\broot cause\b/.test(sentence)
}

const POINTING =
  /^(?:it|its|this|that|these|those|they|there|he|she|you|your|i|i'm|i've|we|but|and|or|also|found|based|currently|here|either|option|if|for|when|note|based|given|looking|after|before|first|in|the (?:change|fix|issue|problem|file|code|first|second|same|above|old|new|following) )\b/i
