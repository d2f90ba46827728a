import { noun } from './noun.ts'

/** `block`: a tagged part of an instruction file. `skill`: a whole file. */
export type ArtifactType = 'block' | 'skill'

/**
 * `written`: it is in the file. `proposed`: it is written once a person approves the lesson. `refused`: the file could
 * not be written safely; see `why`. `removed`: taken out of the file again. `missing`: somebody else removed it, so it
 * is not written again.
 */
export type ArtifactState = 'written' | 'proposed' | 'refused' | 'removed' | 'missing'

/** One lesson in a file. */
export interface WrittenRule {
  /** When it was first written there. */
  readonly at: number
  /** The hash of what was written, `edited` if it was changed since, or `deleted` if somebody deleted it. */
  readonly mark: string
}

/** Where lessons are, or would be, written for the client to read. */
export interface Artifact {
  readonly id: string
  /** The project in which the first of its lessons was taught. */
  readonly project: string
  /** When it was last written or, if it is not, last considered. */
  readonly at: number
  readonly type: ArtifactType
  readonly state: ArtifactState
  readonly path: string
  /** The project folder that the file must be in; absent for a file of the person's own configuration. */
  readonly root?: string | undefined
  /** The lesson of a skill or a proposal; a block may have many. */
  readonly lesson?: string | undefined
  /** The lessons in it, by id. */
  readonly rules: Readonly<Record<string, WrittenRule>>
  /** The block's tag. */
  readonly tag?: string | undefined
  /** The file did not exist before. */
  readonly isCreated: boolean
  /** The folders made for it, deepest first. */
  readonly folders: readonly string[]
  /** A copy of the file as it was before the first rule was written; absent if there was none. */
  readonly backup?: string | undefined
  readonly why?: string | undefined
  /** The person has been told of its state; `toldAt`: when they were last told of its rules. */
  readonly isTold: boolean
  readonly toldAt?: number | undefined
  /** A session that started since has been asked to reload its skills. */
  readonly isLoaded: boolean
}

export default noun<Artifact>()({
  name: 'artifact',
  table: 'artifacts',
  said: ['file with lessons', 'files with lessons'],
  letter: 'a',
  role: 'derived',
  fields: {
    id: 'id',
    project: 'project',
    at: 'time',
    type: { oneOf: ['block', 'skill'] },
    state: { oneOf: ['written', 'proposed', 'refused', 'removed', 'missing'] },
    path: 'path',
    root: 'path?',
    lesson: 'id?',
    rules: 'json',
    tag: 'word?',
    isCreated: 'flag',
    folders: 'texts',
    backup: 'path?',
    why: 'word?',
    isTold: 'flag',
    toldAt: 'time?',
    isLoaded: 'flag',
  },
  indexes: [{ on: ['project', 'at'] }],
  again: 'replace',
  counted: true,
  forget: { follows: ['lesson'] },
})
