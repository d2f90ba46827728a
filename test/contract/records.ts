import { redactDeep } from '@hindcast/redaction/clean.ts'
import type { RecordEffect, WorkEffect } from '../../src/domain/effects.ts'
import type { EventRecord, RecordDraft } from '../../src/domain/nouns/event.ts'
import type { Handoff } from '../../src/domain/nouns/handoff.ts'
import type { Observation } from '../../src/domain/nouns/observation.ts'
import type { PromptDraft } from '../../src/domain/nouns/prompt.ts'
import type { SessionChange } from '../../src/domain/nouns/session.ts'
import type { Summary } from '../../src/domain/nouns/summary.ts'
import type { Change, JobDraft, Journal } from '../../src/ports.ts'

/** A change before redaction. */
export type Plain = RecordEffect | Exclude<WorkEffect, { kind: 'emit' | 'order' }>

/** What a commit contains besides its changes, before redaction. */
interface Rest {
  readonly jobs?: readonly JobDraft[]
  readonly done?: readonly number[]
  readonly once?: string
}

/** Commits plain changes through the real redaction, with nothing secret found. */
export async function commit(journal: Journal, changes: readonly Plain[], rest: Rest = {}) {
  const { changes: clean, ...beside } = await redactDeep({ changes, ...rest }, async () => [])
  return journal.commit({ changes: clean as readonly Change[], ...beside })
}

export const anEvent = (fields: Partial<RecordDraft> & { id: string }): RecordDraft => ({
  identity: `identity of ${fields.id}`,
  name: 'PostToolUse',
  at: 1_000,
  session: 's1',
  project: 'p1',
  host: 'claude-code',
  via: 'hook',
  filesRead: [],
  filesModified: [],
  body: {},
  ...fields,
})

export const aPrompt = (fields: Partial<PromptDraft> & { id: string }): PromptDraft => ({
  session: 's1',
  project: 'p1',
  at: 1_000,
  text: 'fix the parser',
  origin: 'person',
  event: `e-${fields.id}`,
  ...fields,
})

export const aSession = (fields: Partial<SessionChange> & { id: string }): SessionChange => ({
  host: 'claude-code',
  project: 'p1',
  lastSeenAt: 1_000,
  ...fields,
})

export const anObservation = (fields: Partial<Observation> & { id: string }): Observation => ({
  session: 's1',
  project: 'p1',
  at: 1_000,
  type: 'bugfix',
  title: 'The parser drops the last comma',
  narrative: 'It stopped one token early.',
  facts: ['off by one'],
  concepts: ['gotcha'],
  filesRead: ['/repo/src/parser.ts'],
  filesModified: [],
  evidence: ['e1'],
  ...fields,
})

export const aSummary = (fields: Partial<Summary> & { id: string }): Summary => ({
  session: 's1',
  project: 'p1',
  at: 1_000,
  request: 'Make the parser accept trailing commas',
  investigated: 'the tokenizer',
  learned: 'the loop ends early',
  completed: 'the fix',
  nextSteps: 'a release',
  notes: '',
  filesRead: [],
  filesModified: ['/repo/src/parser.ts'],
  evidence: ['e1'],
  ...fields,
})

export const aHandoff = (fields: Partial<Handoff> = {}): Handoff => ({
  id: 'h_1',
  session: 's1',
  project: 'p1',
  at: 1_000,
  goal: 'Make the parser accept trailing commas',
  goalBy: 'user',
  choices: [],
  now: 'the tokenizer is done',
  next: 'a release',
  blockers: [],
  worked: ['the fix'],
  failed: [],
  decisions: [],
  files: ['/repo/src/parser.ts'],
  removed: [],
  root: '/repo',
  sealed: false,
  evidence: ['e1'],
  ...fields,
})

export const event = (record: RecordDraft): Plain => ({ kind: 'event', record })
export const prompt = (draft: PromptDraft): Plain => ({ kind: 'prompt', record: draft })
export const session = (change: SessionChange): Plain => ({ kind: 'session', change })
export const observation = (observed: Observation): Plain => ({ kind: 'observation', record: observed })
export const summary = (summed: Summary): Plain => ({ kind: 'summary', record: summed })
export const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id)
export const withoutSeq = ({ seq: _, ...rest }: EventRecord): RecordDraft => rest
