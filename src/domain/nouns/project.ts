import { noun } from './noun.ts'

/** A place where people work: a git common dir, else a real path. */
export interface Project {
  readonly id: string
  readonly name: string
  /** The folder that identifies it: that of the main worktree, or the plain path. */
  readonly root: string
  readonly remote?: string | undefined
  /** A hash of how this clone came into being, which a moved or copied folder keeps. */
  readonly origin?: string | undefined
  /** A hash of the commit that its history began with: clones, forks and copies of a template share it. */
  readonly first?: string | undefined
  /** A person's decision: the project that it counts as; its own id if it is one of its own, whatever it looks like. */
  readonly countsAs?: string | undefined
}

export default noun<Project>()({
  name: 'project',
  table: 'projects',
  role: 'place',
  fields: { id: 'id', name: 'path', root: 'path', remote: 'path?', origin: 'id?', first: 'id?', countsAs: 'id?' },
  merge: (kept, next) => ({
    ...next,
    remote: next.remote ?? kept.remote,
    origin: next.origin ?? kept.origin,
    first: next.first ?? kept.first,
    countsAs: next.countsAs ?? kept.countsAs,
  }),
  // A decision that another machine made holds where none was made here
  restore: (kept, archived) => (archived.countsAs === undefined ? kept : { ...kept, countsAs: archived.countsAs }),
  counted: true,
})
