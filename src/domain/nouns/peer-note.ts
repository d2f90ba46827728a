import { firstLine } from '../retrieval/document.ts'
import { IN_SESSION, noun } from './noun.ts'

/** A message from one session, or from a person outside of any, to sessions that were live when it was written. */
export interface Note {
  readonly id: string
  /** The session that sent it; empty if it was none. */
  readonly session: string
  readonly project: string
  readonly at: number
  readonly by: 'user' | 'agent'
  /** The subagent that sent it. */
  readonly agentId?: string | undefined
  /** The session it is for; empty: every session of the project. */
  readonly recipient: string
  readonly text: string
}

export default noun<Note>()({
  name: 'peer-note',
  table: 'peer_notes',
  said: ['note', 'notes'],
  letter: 'n',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    by: { oneOf: ['user', 'agent'] },
    agentId: 'id?',
    recipient: 'id',
    text: 'text',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }, { on: ['recipient'] }],
  searched: ({ text }) => ({ type: 'peer-note', title: firstLine(text), body: text, files: [] }),
  forget: { sessions: ['recipient'] },
})
