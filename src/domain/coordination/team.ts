import type { TaskState } from '../tool.ts'

/** An agent of a team, under the client's id of it. */
export interface TeamMember {
  readonly name: string
  /** The kind of agent, as the client calls it. */
  readonly type: string
  /** What it was started for. */
  readonly job: string
  readonly at: number
}

/** One task: who said what of it last. `by` is an agent's id; empty for the session's own agent. */
export interface TeamTask {
  readonly title?: { readonly text: string; readonly at: number }
  readonly made?: { readonly by: string; readonly at: number }
  readonly owner?: { readonly name: string; readonly at: number }
  readonly state?: { readonly is: TaskState; readonly by: string; readonly at: number }
}

/** The agents that a session started by name, and its list of tasks, which they share. */
export interface Team {
  readonly id: string
  readonly session: string
  readonly project: string
  /** When it last changed. */
  readonly at: number
  /** The client's name for it. */
  readonly name?: string | undefined
  /** By the client's ids. */
  readonly members: Readonly<Record<string, TeamMember>>
  readonly tasks: Readonly<Record<string, TeamTask>>
}

const MOST_MEMBERS = 64
const MOST_TASKS = 200

/** Two accounts of one team, whichever was written first: the newest word on everything. Commutative and idempotent. */
export const mergedTeam = (kept: Team, next: Team): Team => ({
  ...kept,
  at: Math.max(kept.at, next.at),
  name: [kept.name, next.name].filter((name) => name !== undefined).sort()[0],
  members: newestEntries(mergedRecords(kept.members, next.members, later), MOST_MEMBERS, ({ at }) => at),
  tasks: newestEntries(mergedRecords(kept.tasks, next.tasks, mergedTask), MOST_TASKS, lastChange),
})

const mergedTask = (one: TeamTask, other: TeamTask): TeamTask => ({
  ...present('title', later(one.title, other.title)),
  // A list that is written anew names its tasks again
  ...present('made', earlier(one.made, other.made)),
  ...present('owner', later(one.owner, other.owner)),
  ...present('state', later(one.state, other.state)),
})

const present = <K extends string, V>(name: K, value: V | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<K, V>)

interface Dated {
  readonly at: number
}

/** At the same time, the order of their texts decides, so that both orders of writing come to the same. */
function later<T extends Dated | undefined>(one: T, other: T): T {
  if (one === undefined || other === undefined) return one ?? other
  if (one.at !== other.at) return one.at > other.at ? one : other
  return JSON.stringify(one) > JSON.stringify(other) ? one : other
}

const earlier = <T extends Dated | undefined>(one: T, other: T): T =>
  one === undefined || other === undefined ? (one ?? other) : later(one, other) === one ? other : one

function mergedRecords<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  join: (a: T, b: T) => T,
) {
  const all = new Map(Object.entries(one))
  for (const [id, value] of Object.entries(other)) {
    const own = all.get(id)
    all.set(id, own === undefined ? value : join(own, value))
  }
  return all
}

/** Sorted by id, so that equal teams are equal as text. */
function newestEntries<T>(
  all: ReadonlyMap<string, T>,
  most: number,
  at: (value: T) => number,
): Readonly<Record<string, T>> {
  const newest = [...all].sort(([a, one], [b, other]) => at(other) - at(one) || byId(a, b)).slice(0, most)
  return Object.fromEntries(newest.sort(([a], [b]) => byId(a, b)))
}

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const lastChange = ({ title, made, owner, state }: TeamTask): number =>
  Math.max(...[title, made, owner, state].map((each) => each?.at ?? 0))

/** A team for readers: its agents and tasks in the order in which they came, with names in place of ids. */
export interface TeamView {
  readonly name: string | null
  readonly members: readonly {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly job: string
  }[]
  /** `createdBy`, `doneBy`: a member's name, or its id if it has none; null: the session's own agent, or nobody yet. */
  readonly tasks: readonly {
    readonly id: string
    readonly title: string
    readonly state: TaskState
    readonly createdBy: string | null
    readonly owner: string | null
    readonly doneBy: string | null
  }[]
}

/** What a team's record says, without the tasks that were dropped. */
export function teamView({ name, members, tasks }: Team): TeamView {
  const named = (id: string | undefined): string | null => (id ? (members[id]?.name ?? id) : null)
  return {
    name: name ?? null,
    members: Object.entries(members)
      .sort(([, one], [, other]) => one.at - other.at)
      .map(([id, { name, type, job }]) => ({ id, name, type, job })),
    tasks: Object.entries(tasks)
      .sort(([, one], [, other]) => startOf(one) - startOf(other))
      .map(([id, { title, made, owner, state }]) => ({
        id,
        title: title?.text ?? '',
        state: state?.is ?? 'open',
        createdBy: named(made?.by),
        owner: owner?.name || null,
        doneBy: state?.is === 'done' ? named(state.by) : null,
      }))
      .filter(({ state }) => state !== 'dropped'),
  }
}

const startOf = ({ title, made, owner, state }: TeamTask): number =>
  Math.min(...[made, title, owner, state].map((each) => each?.at ?? Number.POSITIVE_INFINITY))
