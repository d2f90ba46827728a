import type { Event } from './events.ts'

/** Which files a host's client tells the agent of by itself. The patterns are for absolute POSIX paths. */
export interface HostFiles {
  /** Its memory, plans and lists: what is written there is no work on the project. */
  readonly own: RegExp
  /** Its memory: of a project, or of an agent type. */
  readonly memory: RegExp
  /** Instructions that every session is given. */
  readonly instructions: RegExp
  /** Where instructions stand below a folder, for as long as no client has said what it loads. */
  readonly instructionPaths: readonly string[]
}

/** A host, as far as its files go. */
export interface FilesOfHost {
  readonly name: string
  readonly files: HostFiles
}

/** The instruction files that a client would look for in a folder. */
export const instructionsIn = (root: string, { instructionPaths }: HostFiles): string[] =>
  instructionPaths.map((path) => `${root.replace(/(?<=.)\/$/, '')}/${path}`)

/** Those of the worktree and of the folder that the agent is in from this event on; undefined for events that say no folder. */
export function instructionsAt(event: Event, files: HostFiles): readonly string[] | undefined {
  if (event.name !== 'SessionStart' && event.name !== 'CwdChanged') return undefined
  const folder = event.name === 'CwdChanged' ? event.to : event.cwd
  const roots = [event.worktree, folder].flatMap((root) => (root ? instructionsIn(root, files) : []))
  return [...new Set(roots)]
}
