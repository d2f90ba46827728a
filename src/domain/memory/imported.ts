import { deriveId, digest } from '../identity.ts'
import type { EventRecord } from '../nouns/event.ts'

/** Stands where a record came from another program's memory: the record cites it, and is forgotten with it. */
export interface Origin {
  /** The program. */
  readonly from: string
  /** The file that it was read from: it still holds what is forgotten here. */
  readonly path: string
  /** What names the record there, whatever copy of its database it is read from. */
  readonly parts: readonly (string | number)[]
  readonly session: string
  readonly project: string
  readonly host: string
  readonly at: number
  readonly agentId?: string | undefined
  /** The event of the prompt that it followed. */
  readonly cause?: string | undefined
}

/** The event that says so. */
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

/** Marks a prompt that another program told of: where the client tells of it too, it is the client's. */
export const importedPromptId = (from: string, number: number): string => `${MARK}${from}:${number}`

/** The beginning of such a mark. */
export const IMPORTED = MARK

/** A prompt's words as two programs agree on them: one cuts the slash of a command, another white space or the end. */
export const sameWords = (text: string): string =>
  text
    .slice(0, COMPARED * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\//, '')
    .slice(0, COMPARED)
    .toLowerCase()

const COMPARED = 500
