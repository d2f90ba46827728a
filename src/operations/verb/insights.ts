import { cutPrivate } from '@hindcast/redaction/tags.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { HindcastError } from '../../domain/errors.ts'
import { type ExperienceGroup, groupsAmong, isAboutGroup } from '../../domain/experience/groups.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { OperationPorts } from '../../ports.ts'
import { MOST_EXPERIENCES } from './experience-changes.ts'
import type { ExperienceCall } from './experience-input.ts'
import { projectOf } from './inputs.ts'
import { table } from './layout.ts'
import type { Screen } from './operation.ts'

/** A group as `--json` gives it. */
export interface GroupDocument {
  readonly id: string
  readonly axis: ExperienceGroup['axis']
  readonly experiences: readonly { readonly id: string; readonly goal: string }[]
}

/** The groups of experiences of a project. */
export async function groupsIn(given: ExperienceCall, ports: OperationPorts): Promise<readonly GroupDocument[]> {
  const groups = await groupsOf(await projectHere(given, ports), ports)
  return groups.map(({ id, axis, members }) => ({
    id,
    axis,
    experiences: members.map((one) => ({ id: one.id, goal: one.goal })),
  }))
}

const projectHere = async ({ self, project, from }: ExperienceCall, ports: OperationPorts): Promise<string> =>
  self?.project ?? (await projectOf(project ?? from, ports)) ?? ''

const groupsOf = async (project: string, { memories }: OperationPorts): Promise<readonly ExperienceGroup[]> =>
  groupsAmong(await memories.records({ noun: 'experience', project, limit: MOST_EXPERIENCES }))

const LONGEST = 500

/**
 * Keeps what a group of experiences teaches, as a candidate that a person may approve. Throws `bad-input` if the words are
 * not about the group.
 */
export async function insightFrom(given: ExperienceCall, ports: OperationPorts): Promise<Lesson> {
  const project = await projectHere(given, ports)
  const group = (await groupsOf(project, ports)).find(({ id }) => id === given.id)
  const remedy = 'to list groups, run hindcast experiences groups'
  if (group === undefined) throw new HindcastError('not-found', `no group matches '${given.id ?? ''}'`, { remedy })
  const text = oneLine(cutPrivate(given.words ?? '').text)
  if (text === '' || text.length > LONGEST)
    throw new HindcastError('bad-input', `an insight has 1 to ${LONGEST} characters, not ${text.length}`)
  if (!isAboutGroup(text, group))
    throw new HindcastError('bad-input', `the insight shares too few words with the experiences of '${group.id}'`, {
      remedy: 'use the words of at least half of them',
    })
  const owner = (await ports.evidence.projects()).find(({ id }) => id === project)
  if (owner === undefined) throw new HindcastError('not-found', `the project of group '${group.id}' is gone`)
  const insight = lessonFrom(text, group, project, ports.clock.now())
  await ports.keeper.keep('lesson', insight, owner)
  return insight
}

const lessonFrom = (text: string, { id, members }: ExperienceGroup, project: string, at: number): Lesson => ({
  id: deriveId('l', project, 'insight', id, text),
  project,
  at,
  learnedAt: at,
  type: 'insight',
  text,
  polarity: 'do',
  subject: text,
  scope: 'project',
  state: 'candidate',
  isPinned: false,
  confidence: BELIEF,
  support: members.length,
  sessions: new Set(members.map(({ session }) => session)).size,
  contra: 0,
  followed: 0,
  violated: 0,
  evidence: members.map((one) => one.id),
})

/** Somebody's reading of a group, until a person approves it. */
const BELIEF = 0.5

/** Groups in a table. */
export function renderGroups(groups: readonly GroupDocument[], screen: Screen): string {
  if (groups.length === 0) return 'No groups yet: five experiences that are alike make one.'
  const rows = groups.map(({ id, experiences }) => [
    id,
    String(experiences.length),
    experiences.map(({ goal }) => oneLine(goal)).join('; '),
  ])
  return table(['GROUP', 'EXPERIENCES', 'GOALS'], rows, screen)
}

/** Groups for an agent, a line each. */
export const groupsForAgent = (groups: readonly GroupDocument[]): string =>
  groups
    .map(({ id, experiences }) => `${id} ${experiences.map((one) => `${one.id} ${oneLine(one.goal)}`).join(' · ')}`)
    .join('\n')
