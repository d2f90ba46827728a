import type { Observation, Prompt, Summary } from '../memory/nouns.ts'
import { baseName } from '../paths.ts'

/** A record that fits what was asked, as it is told. */
export interface Recalled {
  readonly id: string
  readonly kind: 'observation' | 'summary' | 'prompt'
  /** An observation's type, a prompt's origin. */
  readonly type: string
  readonly at: number
  readonly session: string
  readonly title: string
  /** What more it says, in a sentence or two; may be empty. */
  readonly line: string
  /** Ids of the prompts that it rests on; a prompt's own. */
  readonly prompts: readonly string[]
  /** What it says beside its title: with that it is compared with what was asked. */
  readonly more: string
}

type Kept =
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }
  | { readonly kind: 'prompt'; readonly record: Prompt }

/** Of a long prompt its beginning says what it is about. */
const HEAD = 300

/** A record as it is recalled. */
export function recalledOf({ kind, record }: Kept): Recalled {
  const { id, at, session } = record
  const placed = { id, kind, at, session }
  if (kind === 'observation') {
    const { type, title, narrative, filesModified, evidence } = record
    const more = [narrative, ...filesModified.map(baseName)].join('\n')
    return { ...placed, type, title, line: narrative, prompts: promptsIn(evidence), more }
  }
  if (kind === 'prompt') {
    const { text, origin } = record
    return { ...placed, type: origin, title: text.slice(0, HEAD), line: '', prompts: [id], more: '' }
  }
  const { request, completed, learned, filesModified, evidence } = record
  const line = [completed, learned].filter(Boolean).join(' ')
  const more = [completed, learned, ...filesModified.map(baseName)].join('\n')
  return { ...placed, type: 'summary', title: request, line, prompts: promptsIn(evidence), more }
}

const promptsIn = (evidence: readonly string[]): string[] => evidence.filter((id) => id.startsWith('p_'))

/**
 * What is not yet told: of one turn its observations, else its summary, else its prompt, since these say the same.
 * Order is kept.
 */
export function untold(records: readonly Recalled[], told: ReadonlySet<string>): Recalled[] {
  const turns = new Set(records.filter(({ id }) => told.has(id)).flatMap(({ prompts }) => prompts))
  const kept = new Set<Recalled>()
  for (const record of [...records].sort((a, b) => WORTH[a.kind] - WORTH[b.kind])) {
    const isSaid = record.kind !== 'observation' && record.prompts.some((prompt) => turns.has(prompt))
    if (isSaid || told.has(record.id)) continue
    kept.add(record)
    for (const prompt of record.prompts) turns.add(prompt)
  }
  return records.filter((record) => kept.has(record))
}

const WORTH = { observation: 0, summary: 1, prompt: 2 } as const
