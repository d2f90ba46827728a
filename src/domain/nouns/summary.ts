import { firstLine } from '../retrieval/document.ts'
import { IN_SESSION, noun } from './noun.ts'

/** The state of one line of work in a session. A session has one for each; the latest is its state. */
export interface Summary {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly request: string
  /** Whose words the request is, if not the user's; an offer is the agent's. */
  readonly requestBy?: 'script' | 'agent' | 'plan' | 'commit' | undefined
  readonly investigated: string
  readonly learned: string
  readonly completed: string
  readonly nextSteps: string
  readonly notes: string
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly evidence: readonly string[]
}

export default noun<Summary>()({
  name: 'summary',
  table: 'summaries',
  letter: 'm',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    request: 'text',
    requestBy: { oneOf: ['script', 'agent', 'plan', 'commit'], optional: true },
    investigated: 'text',
    learned: 'text',
    completed: 'text',
    nextSteps: 'text',
    notes: 'text',
    filesRead: 'texts',
    filesModified: 'texts',
    evidence: 'ids',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  again: 'replace',
  searched: ({ request, completed, investigated, learned, nextSteps, notes, filesRead, filesModified }) => ({
    type: 'summary',
    title: firstLine(request || completed),
    body: [request, completed, learned, investigated, nextSteps, notes].filter(Boolean).join('\n\n'),
    files: [...new Set([...filesModified, ...filesRead])],
  }),
  counted: true,
})
