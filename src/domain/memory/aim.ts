import { ownPassages } from '../voice/own-words.ts'
import { accountOf } from './account.ts'
import { agrees, commandIn, type Intent, intentOf } from './intent.ts'
import { capital } from './prose.ts'
import { wordCount } from './sentences.ts'
import type { Turn } from './turns.ts'
import { ACTIONS } from './words.ts'

/** Who asked: a person, or a script that called the agent. */
export type AskedBy = 'user' | 'script'

/** What a turn was about: what was asked, with "yes" and "3" replaced by the agent's offer that they accept. */
export interface Aim {
  readonly intent: Intent
  /** The person's words, resolved; empty if nobody asked anything. */
  readonly asked: string
  /** It accepts an offer of the agent. */
  readonly accepts: boolean
  readonly by: AskedBy
}

/**
 * Finds what was asked in a turn: the agent's offer that a short reply accepts, otherwise the first specific prompt.
 */
export const aimOf = (turn: Turn): Aim => ({ ...turnWish(turn), by: askerOf(turn.prompts) })

/** A person, unless scripts wrote all of these. */
export const askerOf = (prompts: Turn['prompts']): AskedBy =>
  prompts.length > 0 && prompts.every(({ origin }) => origin === 'script') ? 'script' : 'user'

function turnWish(turn: Turn): Omit<Aim, 'by'> {
  const first = turn.prompts[0]?.text ?? ''
  const picked = pickOf(first, turn.before)
  if (picked !== '') return { intent: wanted(picked), asked: picked, accepts: true }
  const intents = turn.prompts.map(({ text }) => intentInVoice(text))
  const telling = intents.find(({ kind, clause }) => kind !== 'weak' && clause !== '')
  if (telling !== undefined) return { intent: telling, asked: telling.clause, accepts: false }
  const offer = consents(first) ? accountOf(turn.before).offer : ''
  const offered = wanted(offer)
  if (offered.kind === 'request') return { intent: offered, asked: offered.clause, accepts: true }
  const weak = intents.find(({ clause }) => clause !== '')
  return { intent: weak ?? intentOf(''), asked: agrees(first) ? '' : (weak?.clause ?? ''), accepts: agrees(first) }
}

/** What a prompt asks in the person's own voice; where nobody can tell whose it is, in all of its words. */
export function intentInVoice(prompt: string): Intent {
  const own = intentOf(
    commandIn(prompt) ||
      ownPassages(prompt)
        .map(([from, to]) => prompt.slice(from, to))
        .join('\n\n'),
  )
  return own.kind === 'weak' ? intentOf(prompt) : own
}

/** Whether a prompt agrees to an offer: as a whole, in its first words, or by its verb alone ("fix"). */
function consents(prompt: string): boolean {
  const [first = '', second = ''] = prompt.trim().split(/[\s,.!:;–—-]+/)
  if (agrees(prompt) || agrees(first) || (second !== '' && agrees(`${first} ${second}`))) return true
  return wordCount(prompt) <= 2 && ACTIONS.has(first.toLowerCase())
}

/** An offer, parsed as if the person had asked for it. */
const wanted = (offer: string): Intent => intentOf(offer)

/** The numbered item that a short reply picks ("3", "option 2", "let's fix 3 too"), in the agent's words. */
function pickOf(prompt: string, before: string): string {
  const [, verb, number] = PICK.exec(prompt.trim()) ?? []
  if (number === undefined) return ''
  const lines = before.slice(-20_000).split('\n')
  const item = lines.map((line) => ITEM.exec(line)).findLast((match) => match?.[1] === number)?.[2] ?? ''
  const [head = '', ...rest] = item.replaceAll('**', '').split(/\s[-–—]\s|[:.]\s|[：。]/)
  const named = wordCount(head) < 3 && rest.length > 0 ? (rest[0] ?? '') : head
  const clause = named.replaceAll('*', '').replace(/[\s:.]+$/, '')
  return clause.length < 4 ? '' : capital(verb?.toLowerCase() === 'fix' ? `fix ${clause}` : clause)
}

const PICK =
  /^(?:(?:ok|okay|yes|let's|lets|please|do|go with|take|i'd take|implement|add|(fix))[\s,]+)*(?:option|item|number)?\s*#?(\d{1,2})(?:[\s,]+(?:too|please|then|also|as well)[.!]*|[\s,]+and\s.*|[.!]*)$/is
const ITEM = /^\s*(?:[-*]\s*)?(?:\*\*)?(?:option\s*)?(\d{1,2})[.):]\s*(?:\*\*\s*)?(\S.{3,300})$/i
