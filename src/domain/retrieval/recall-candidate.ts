import { baseName } from '@hindcast/text/paths.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { REQUESTED_BY, VOICES, voiceOf } from '../memory/title-voice.ts'
import { planIn } from '../memory/turns.ts'
import { isPersons, type Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Summary } from '../nouns/summary.ts'

/** A record that may be shown unasked, in the form in which it is compared and shown. */
export interface RecallCandidate {
  readonly id: string
  readonly kind: 'observation' | 'summary' | 'prompt'
  /** An observation's type, or a prompt's origin. */
  readonly type: string
  readonly at: number
  readonly session: string
  readonly title: string
  /** Who wrote the title, as shown on the line. */
  readonly voice: string
  /** What it says besides the title and the asker's words; once chosen, the part that answers the prompt. */
  readonly line: string
  /** Who wrote the line; `observed`: tool output. */
  readonly by: 'user' | 'agent' | 'observed'
  /** Failures recorded in the facts of an observation. */
  readonly failures: readonly string[]
  /** Ids of the prompts that it is based on; for a prompt, its own. */
  readonly prompts: readonly string[]
  /** Everything it says besides the title: prose, facts, names of files. */
  readonly more: string
  /** What was asked where it was made. */
  readonly asked: string
  /** Paths of the files that it changed. */
  readonly files: readonly string[]
  /** It says what was chosen, or what a person asked to remember. */
  readonly isDecided: boolean
}

type Recallable =
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }
  | { readonly kind: 'prompt'; readonly record: Prompt }

/** The beginning of a long prompt says what it is about. */
const HEAD = 300

/** Converts a record for recall. `asked`: the texts of the prompts that it is based on. */
export function recallCandidate({ kind, record }: Recallable, asked = ''): RecallCandidate {
  const { id, at, session } = record
  const placed = { id, kind, at, session, asked }
  if (kind === 'observation') {
    const { type, title, narrative, facts, filesModified: files, evidence, rememberedBy, decidedBy } = record
    return {
      ...placed,
      type,
      title,
      files,
      voice: voiceOf(record),
      // What was chosen is all in the title
      line: decidedBy === 'user' || decidedBy === 'script' ? '' : narrative,
      by: rememberedBy ?? 'agent',
      failures: facts.filter((fact) => fact.startsWith(FAILURE_FACT)),
      prompts: promptsIn(evidence),
      more: [narrative, ...facts, ...files.map(baseName)].join('\n'),
      isDecided: type === 'decision' || decidedBy !== undefined || isPersons(record),
    }
  }
  if (kind === 'prompt') return promptCandidate(record)
  const { request: title, requestBy = 'user', completed, learned, filesModified: files, evidence } = record
  return {
    ...placed,
    type: 'summary',
    title,
    files,
    voice: REQUESTED_BY[requestBy],
    by: 'agent',
    failures: [],
    isDecided: false,
    line: [completed, learned].filter(Boolean).join(' '),
    prompts: promptsIn(evidence),
    more: [completed, learned, ...files.map(baseName)].join('\n'),
  }
}

function promptCandidate({ id, at, session, text, origin }: Prompt): RecallCandidate {
  const asker = origin === 'script' ? 'script' : 'user'
  const plan = planIn(text)
  return {
    id,
    at,
    session,
    kind: 'prompt',
    type: origin,
    line: '',
    failures: [],
    files: [],
    isDecided: false,
    title: plan || text.slice(0, HEAD),
    voice: plan === '' ? VOICES[asker] : VOICES.plan,
    by: asker === 'script' ? 'observed' : asker,
    prompts: [id],
    more: plan === '' ? '' : text.slice(0, HEAD),
    asked: text,
  }
}

const promptsIn = (evidence: readonly string[]): string[] => evidence.filter((id) => id.startsWith('p_'))
