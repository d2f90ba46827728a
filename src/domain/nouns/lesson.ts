import { noun } from './noun.ts'
import type { Polarity } from './signal.ts'

/**
 * `candidate`: not enough evidence yet. `active`: applied. `contested`: two rules of equal weight contradict each other.
 * `superseded`: a newer rule replaced it. `retired`: no longer supported, or withdrawn. `rejected`: a person said no, for
 * good.
 */
export type LessonState = 'candidate' | 'active' | 'contested' | 'superseded' | 'retired' | 'rejected'

/** Something learned, in one rule; the signals that support it are its evidence. */
export interface Lesson {
  readonly id: string
  /** The project where it was first said; `scope` says whether it holds elsewhere. */
  readonly project: string
  /** When it was last supported, or changed by a person. */
  readonly at: number
  readonly learnedAt: number
  /** `routine`: `subject` usually follows the two steps in `object`. */
  readonly type: 'rule' | 'insight' | 'recipe' | 'routine'
  /** The rule in the words of its best evidence. */
  readonly text: string
  readonly polarity: Polarity
  readonly subject: string
  readonly object?: string | undefined
  /** Its words beside these, which may limit it; see `qualifierOf`. */
  readonly qualifier?: string | undefined
  readonly scope: 'everywhere' | 'project' | 'folder'
  /** The folder that it is limited to, relative to the project's root. */
  readonly folder?: string | undefined
  readonly state: LessonState
  /** A person fixed it: it never expires and wins every conflict. */
  readonly isPinned: boolean
  /** 0–1; see `combined`. */
  readonly confidence: number
  /** How many signals support it, from how many sessions, and how many contradict it. */
  readonly support: number
  readonly sessions: number
  readonly contra: number
  /** How often it was followed and violated since it became active. */
  readonly followed: number
  readonly violated: number
  readonly evidence: readonly string[]
  /** Commands that break it, each with the one that was then seen to work in its place, separated by a line end. */
  readonly observed?: readonly string[] | undefined
  readonly supersededBy?: string | undefined
  /** A person set the state, which evidence alone does not change any more. */
  readonly decidedBy?: 'person' | undefined
  /** Where a person wants it written: `project`, `global`, or the path of a file; see `chosenFor`. */
  readonly target?: string | undefined
  /** The person was told that it is in this state. */
  readonly isTold?: boolean | undefined
}

export default noun<Lesson>()({
  name: 'lesson',
  table: 'lessons',
  letter: 'l',
  role: 'derived',
  fields: {
    id: 'id',
    project: 'project',
    at: 'time',
    learnedAt: 'time',
    type: { oneOf: ['rule', 'insight', 'recipe', 'routine'] },
    text: 'text',
    polarity: { oneOf: ['do', 'avoid'] },
    subject: 'text',
    object: 'text?',
    qualifier: 'text?',
    scope: { oneOf: ['everywhere', 'project', 'folder'] },
    folder: 'path?',
    state: { oneOf: ['candidate', 'active', 'contested', 'superseded', 'retired', 'rejected'] },
    isPinned: 'flag',
    confidence: 'real',
    support: 'count',
    sessions: 'count',
    contra: 'count',
    followed: 'count',
    violated: 'count',
    evidence: 'ids',
    observed: 'texts?',
    supersededBy: 'id?',
    decidedBy: { oneOf: ['person'], optional: true },
    target: 'text?',
    isTold: 'flag?',
  },
  indexes: [{ on: ['project', 'at'] }, { on: ['scope', 'at'] }],
  // A job that read the lesson before a person decided must not undo the decision
  merge: (kept, next) => (kept.decidedBy && !next.decidedBy && next.at <= kept.at ? kept : next),
  searched: ({ state, text, subject, object }) =>
    state === 'active' || state === 'candidate'
      ? { type: state, title: text, body: [subject, object].filter(Boolean).join('\n'), files: [] }
      : undefined,
  counted: true,
  forget: { unlinks: ['supersededBy'] },
})
