import type { PromptOrigin } from '../events.ts'
import { firstLine, withoutTags } from '../retrieval/document.ts'
import { IN_SESSION, noun } from './noun.ts'

/** A prompt to the agent. */
export interface Prompt {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  /** Counts a session's prompts from 1. */
  readonly number: number
  readonly text: string
  readonly origin: PromptOrigin
  readonly promptId?: string | undefined
  /** The event that carried it. */
  readonly event: string
}
/** A prompt that has no number yet. */
export type PromptDraft = Omit<Prompt, 'number'>

export default noun<Prompt>()({
  name: 'prompt',
  table: 'prompts',
  letter: 'p',
  role: 'evidence',
  fields: {
    ...IN_SESSION,
    number: 'ordinal',
    text: 'text',
    origin: { oneOf: ['person', 'script', 'machine'] },
    promptId: 'id?',
    event: 'id',
  },
  unique: [['session', 'number']],
  indexes: [{ on: ['project', 'origin'] }],
  searched: ({ origin, text }: PromptDraft) => {
    const body = (origin === 'machine' && withoutTags(text)) || text
    return { type: origin, title: firstLine(body), body, files: [] }
  },
  counted: true,
  forget: { follows: ['event'], leads: ['event'] },
})
