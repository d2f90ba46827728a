import { deriveId } from '../identity.ts'
import type { Observation } from '../nouns/observation.ts'

const TITLE_MAX = 100

/** Something that somebody said is to be remembered. `cause`: what it was said in (a prompt's event), or when. */
export interface Said {
  readonly text: string
  readonly by: 'user' | 'agent'
  readonly session: string
  readonly project: string
  readonly at: number
  readonly cause: string
  /** Ids of the records that it stands in. */
  readonly evidence: readonly string[]
  readonly promptId?: string | undefined
  readonly agentId?: string | undefined
}

/**
 * Whether these very words stand in what somebody said, and their sentence does not say something else of them: not where
 * the rest of it denies or doubts them ("never …", "if …", "should …?").
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

/** Places that are looked at: whoever says it more often says it in one of them. */
const LOOKED_AT = 20

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()
const lastSentence = (text: string): string => text.split(/[.!?](?= )/).at(-1) ?? ''
const firstSentence = (text: string): string => /^[^.!?]*[.!?]*/.exec(text)?.[0] ?? ''
const TURNS =
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|unless|if|whether|instead|cannot|stop|avoid|wrong|false)\b|n['’]t\b|\?/

/** An observation of what is to be remembered, word for word; the same said in the same place is the same. */
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
