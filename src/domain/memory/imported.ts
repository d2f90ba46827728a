import { digest } from '@hindcast/redaction/digest.ts'
import { deriveId } from '../identity.ts'
import type { EventRecord } from '../nouns/event.ts'

/** The origin of a record imported from another program: the record cites it, and is forgotten with it. */
export interface Origin {
  /** The program. */
  readonly from: string
  /** The file that it was read from, which still holds what is forgotten here. */
  readonly path: string
  /** What identifies the record there, whichever copy of the database it is read from. */
  readonly parts: readonly (string | number)[]
  readonly session: string
  readonly project: string
  readonly host: string
  readonly at: number
  readonly agentId?: string | undefined
  /** The event of the prompt that it followed. */
  readonly cause?: string | undefined
}

/** The event that stands for the origin. */
export function importedEvent({ from, path, parts, ...placed }: Origin): Omit<EventRecord, 'seq'> {
  const named = [from, ...parts]
  return {
    ...placed,
    id: deriveId('e', 'imported', ...named),
    identity: digest(['imported', ...named]),
    name: 'Imported',
    via: from,
    filesRead: [],
    filesModified: [],
    body: { path },
  }
}

const MARK = 'imported:'

/** The prompt id for a prompt from another program; if the client has the prompt as well, the client's copy is used. */
export const importedPromptId = (from: string, number: number): string => `${MARK}${from}:${number}`

/** The prefix of such an id. */
export const IMPORTED = MARK

/**
 * A prompt's words in the form that two programs agree on: one drops the slash of a command, another white space or the
 * end.
 */
export const sameWords = (text: string): string =>
  text
    .slice(0, COMPARED * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\//, '')
    .slice(0, COMPARED)
    .toLowerCase()

const COMPARED = 500
