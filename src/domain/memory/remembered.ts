import { deriveId } from '../identity.ts'
import type { Observation } from './nouns.ts'

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
}

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
