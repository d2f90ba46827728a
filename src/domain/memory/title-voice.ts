import type { Observation } from '../nouns/observation.ts'
import { quote } from '../quote.ts'
import { FAILURE_FACT } from './merge.ts'
import { withoutTail } from './title.ts'

/** Who the title of a record quotes, as it is put before the quotation. */
export function voiceOf({
  rememberedBy,
  decidedBy,
  titledBy,
}: Pick<Observation, 'rememberedBy' | 'decidedBy' | 'titledBy'>): string {
  if (rememberedBy !== undefined) return `${rememberedBy} said`
  if (decidedBy === 'user') return 'user chose'
  return VOICES[titledBy ?? 'agent']
}

/** By the source of a text. */
export const VOICES = {
  user: 'user asked',
  script: 'script asked',
  plan: 'plan',
  commit: 'commit',
  observed: 'observed',
  agent: 'agent reported',
} as const

/** The same of a request: an agent's words are one once a person agreed to them. */
export const REQUESTS = {
  user: VOICES.user,
  script: VOICES.script,
  plan: VOICES.plan,
  commit: VOICES.commit,
  agent: 'agent offered, user agreed:',
} as const

/** A record's title with its source, cut to `max` characters: `commit “fix(cart): round each line”`. */
export const titleSaid = (record: Observation, max: number): string =>
  `${voiceOf(record)} ${quote(withoutTail(record.title), max)}`

/** A failure that was observed: `failed: “npm test → 1 failed”`. */
export const failureSaid = (fact: string, max: number): string =>
  `failed: ${quote(fact.slice(fact.startsWith(FAILURE_FACT) ? FAILURE_FACT.length : 0), max)}`

/** Sentences of a narrative that the distiller wrote (who asked, what failed, what changed), which quote nobody. */
export const OWN_SENTENCE =
  /^(?:Asked: |Changed |(?:Earlier: )?Committed: |It passed after edits to |`[^`]{1,200}` failed with: )/
