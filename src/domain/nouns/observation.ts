import { IN_SESSION, noun } from './noun.ts'

/** The kind of finding in an observation. */
export type ObservationType = 'bugfix' | 'feature' | 'refactor' | 'change' | 'discovery' | 'decision' | 'security'
/** What an observation is useful for. */
export type Concept =
  | 'how-it-works'
  | 'why-it-exists'
  | 'what-changed'
  | 'problem-solution'
  | 'gotcha'
  | 'pattern'
  | 'trade-off'

/**
 * Where a title's words come from: a person's request, a plan's heading, a commit's subject, the output of tools and
 * contents of files, or a question with the agent's answer.
 */
export type TitleSource = 'user' | 'script' | 'plan' | 'commit' | 'observed' | 'answer' | 'script-answer'

/**
 * What happened, in one titled record that cites the events it was made from. Rebuildable: its id is derived from the
 * evidence.
 */
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
  /** Who asked for it to be remembered; absent if it was distilled. */
  readonly rememberedBy?: 'user' | 'agent' | undefined
  /** For a decision: who made it. A person's decision is quoted in their own words. */
  readonly decidedBy?: 'user' | 'script' | 'agent' | undefined
  /** The newest observation of an earlier session that says the same. */
  readonly confirms?: string | undefined
  /** Where the title's words come from; absent if they are the agent's. */
  readonly titledBy?: TitleSource | undefined
}

/** Whether it contains a person's own words: remembered on request, or their choice. */
export const isPersons = ({ rememberedBy, decidedBy }: Observation): boolean =>
  rememberedBy === 'user' || decidedBy === 'user'

export default noun<Observation>()({
  name: 'observation',
  table: 'observations',
  letter: 'o',
  role: 'derived',
  fields: {
    ...IN_SESSION,
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
    decidedBy: { oneOf: ['user', 'script', 'agent'], optional: true },
    confirms: 'id?',
    titledBy: { oneOf: ['user', 'script', 'plan', 'commit', 'observed', 'answer', 'script-answer'], optional: true },
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }, { on: ['supersedes'], present: 'supersedes' }],
  again: 'replace',
  searched: ({ type, title, narrative, facts, concepts, filesRead, filesModified }) => ({
    type,
    title,
    body: [narrative, ...facts, concepts.join(' ')].filter(Boolean).join('\n\n'),
    files: [...new Set([...filesModified, ...filesRead])],
  }),
  counted: true,
  forget: { unlinks: ['supersedes', 'confirms'] },
})
