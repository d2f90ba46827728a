import { noun } from './noun.ts'

/** A place where people work: a git common dir, else a real path. */
export interface Project {
  readonly id: string
  readonly name: string
  /** The folder that identifies it: that of the main worktree, or the plain path. */
  readonly root: string
  readonly remote?: string | undefined
}

export default noun<Project>()({
  name: 'project',
  table: 'projects',
  role: 'place',
  fields: { id: 'id', name: 'path', root: 'path', remote: 'path?' },
  merge: (kept, next) => ({ ...next, remote: next.remote ?? kept.remote }),
  counted: true,
})
