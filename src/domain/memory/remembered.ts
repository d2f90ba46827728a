import { deriveId } from '../identity.ts'
import type { Observation } from '../nouns/observation.ts'

const TITLE_MAX = 100

/** A statement to remember. `cause`: where it was said (a prompt's event), or when. */
export interface Said {
  readonly text: string
  readonly by: 'user' | 'agent'
  readonly session: string
  readonly project: string
  readonly at: number
  readonly cause: string
  /** Ids of the records that contain it. */
  readonly evidence: readonly string[]
  readonly promptId?: string | undefined
  readonly agentId?: string | undefined
}

/**
 * Whether somebody said these exact words, and the sentence around them does not change their meaning: the rest of it
 * must not negate or question them ("never …", "if …", "should …?").
 */
export function isQuoteOf(text: string, said: string): boolean {
  const [quote, whole] = [plain(text), plain(said)]
  if (quote === '') return false
  let at = -1
  for (let n = 0; n < LOOKED_AT; n++) {
    at = whole.indexOf(quote, at + 1)
    if (at < 0) return false
    const before = lastSentence(whole.slice(0, at))
    const after = firstSentence(whole.slice(at + quote.length))
    const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)
    if (isWhole && !TURNS.test(`${before} ${after}`)) return true
  }
  return false
}

/** The maximum number of occurrences checked. */
const LOOKED_AT = 20

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()
const lastSentence = (text: string): string => text.split(/[.!?](?= )/).at(-1) ?? ''
const firstSentence = (text: string): string => /^[^.!?]*[.!?]*/.exec(text)?.[0] ?? ''
const TURNS =
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|unless|if|whether|instead|cannot|stop|avoid|wrong|false)\b|n['’]t\b|\?/

/** An observation of what is to be remembered, word for word; the same statement in the same place has the same id. */
export function remembered({ text, by, cause, ...place }: Said): Observation {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return {
    ...place,
    id: deriveId('o', 'remembered', cause, text),
    type: 'discovery',
    title: line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1).trimEnd()}…`,
    narrative: text.trim(),
    facts: [],
    concepts: [],
    filesRead: [],
    filesModified: [],
    rememberedBy: by,
  }
}
