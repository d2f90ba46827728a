import type { Event } from './events.ts'

/** The files that a host's client shows the agent itself. The patterns match absolute POSIX paths. */
export interface HostFiles {
  /** The client's folder in a project: nothing in it is the project's own code. */
  readonly folder: string
  /** The client's memory, plans and to-do lists; writing to them is not work on the project. */
  readonly own: RegExp
  /** The client's memory of a project or of an agent type. */
  readonly memory: RegExp
  /** Instructions that every session loads. */
  readonly instructions: RegExp
  /** Where instructions are found below a folder, until a client has said what it loads. */
  readonly instructionPaths: readonly string[]
  /** Where lessons are written in a project, below its folder; absent if the client reads no such files. */
  readonly lessons?: LessonPlaces
}

/** Where a client reads instructions (the first that exists is used, otherwise the first) and skills. */
export interface LessonPlaces {
  readonly instructions: readonly string[]
  readonly skills: string
}

/** A host, reduced to its files. */
export interface FilesOfHost {
  readonly name: string
  readonly files: HostFiles
}

/** The instruction files that a client would look for in a folder. */
export const instructionsIn = (root: string, { instructionPaths }: HostFiles): string[] =>
  instructionPaths.map((path) => `${root.replace(/(?<=.)\/$/, '')}/${path}`)

/**
 * The instruction files of the worktree and of the folder the agent is in from this event on; undefined for events that
 * name no folder.
 */
export function instructionsAt(event: Event, files: HostFiles): readonly string[] | undefined {
  if (event.name !== 'SessionStart' && event.name !== 'CwdChanged') return undefined
  const folder = event.name === 'CwdChanged' ? event.to : event.cwd
  const roots = [event.worktree, folder].flatMap((root) => (root ? instructionsIn(root, files) : []))
  return [...new Set(roots)]
}
