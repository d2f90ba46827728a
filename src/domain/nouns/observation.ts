import { noun } from './noun.ts'

/** What kind of finding an observation is. */
export type ObservationType = 'bugfix' | 'feature' | 'refactor' | 'change' | 'discovery' | 'decision' | 'security'
/** What an observation is good for. */
export type Concept =
  | 'how-it-works'
  | 'why-it-exists'
  | 'what-changed'
  | 'problem-solution'
  | 'gotcha'
  | 'pattern'
  | 'trade-off'

/** Whose words a title is in: what a person asked, a plan's heading, a commit's subject, or what tools printed and files hold. */
export type TitleSource = 'user' | 'plan' | 'commit' | 'observed'

/** What happened, in one titled record, citing the events it was made from. Rebuildable: its id follows from evidence. */
export interface Observation {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly type: ObservationType
  readonly title: string
  readonly narrative: string
  readonly facts: readonly string[]
  readonly concepts: readonly Concept[]
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly evidence: readonly string[]
  readonly agentId?: string | undefined
  readonly promptId?: string | undefined
  /** The older observation that this one makes obsolete. */
  readonly supersedes?: string | undefined
  /** Who asked to have it remembered; absent where it was distilled. */
  readonly rememberedBy?: 'user' | 'agent' | undefined
  /** Of a decision: who made it. A person's is told in the person's words. */
  readonly decidedBy?: 'user' | 'agent' | undefined
  /** The newest observation of an earlier session that says the same. */
  readonly confirms?: string | undefined
  /** Whose words the title is in; absent where it is the agent's. */
  readonly titledBy?: TitleSource | undefined
}

/** Whether it holds a person's own words: remembered on request, or a choice of theirs. */
export const isPersons = ({ rememberedBy, decidedBy }: Observation): boolean =>
  rememberedBy === 'user' || decidedBy === 'user'

export default noun<Observation>()({
  name: 'observation',
  table: 'observations',
  letter: 'o',
  role: 'derived',
  fields: {
    id: 'id',
    session: 'session',
    project: 'project',
    at: 'time',
    type: { oneOf: ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision', 'security'] },
    title: 'text',
    narrative: 'text',
    facts: 'texts',
    concepts: 'texts',
    filesRead: 'texts',
    filesModified: 'texts',
    evidence: 'ids',
    agentId: 'id?',
    promptId: 'id?',
    supersedes: 'id?',
    rememberedBy: { oneOf: ['user', 'agent'], optional: true },
    decidedBy: { oneOf: ['user', 'agent'], optional: true },
    confirms: 'id?',
    titledBy: { oneOf: ['user', 'plan', 'commit', 'observed'], optional: true },
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }, { on: ['supersedes'], present: 'supersedes' }],
  again: 'replace',
  searched: ({ type, title, narrative, facts, concepts, filesRead, filesModified }) => ({
    type,
    title,
    body: [narrative, ...facts, concepts.join(' ')].filter(Boolean).join('\n'),
    files: [...new Set([...filesModified, ...filesRead])],
  }),
  counted: true,
  forget: { unlinks: ['supersedes', 'confirms'] },
})
