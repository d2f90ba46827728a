import type { Contribution, Newcomer, Participant, PatternRole, RunPlan, SubagentPattern } from './pattern.ts'

/** What happened in a run. */
export type RunEvent =
  | ({ readonly kind: 'started'; readonly agent: string } & Newcomer)
  | {
      readonly kind: 'stopped'
      readonly agent: string
      readonly id: string
      readonly text: string
      readonly at: number
    }

/** An agent can be continued after it stopped; so many of its messages are kept. */
const MOST_MESSAGES = 5

/**
 * The participants after an event. An agent takes part once, in the role it was given at its first start, however often
 * its events arrive.
 */
export function withParticipant(
  pattern: Pick<SubagentPattern, 'roleOf'>,
  plan: RunPlan,
  all: readonly Participant[],
  event: RunEvent,
): readonly Participant[] {
  const known = all.find(({ agent }) => agent === event.agent)
  if (event.kind === 'started') {
    // What is older than what is known has come before: whoever had no part in it then gets none now
    const isRepeated = all.some(({ at, stoppedAt = at }) => event.at < stoppedAt)
    const role = known === undefined && !isRepeated ? pattern.roleOf(event, all, plan) : undefined
    if (role === undefined) return all
    const { agent, type, description, at } = event
    return [...all, { agent, type, description, at, role, said: [] }]
  }
  if (known === undefined || event.at < known.at || known.said.some(({ id }) => id === event.id)) return all
  const { id, text, at } = event
  const said = [...known.said, { id, text }].slice(-MOST_MESSAGES)
  return all.map((one) => (one === known ? { ...known, stoppedAt: Math.max(at, known.stoppedAt ?? 0), said } : one))
}

/** The participants after all events, which come in order. */
export const participantsIn = (
  pattern: Pick<SubagentPattern, 'roleOf'>,
  plan: RunPlan,
  events: readonly RunEvent[],
): readonly Participant[] =>
  events.reduce<readonly Participant[]>((all, event) => withParticipant(pattern, plan, all, event), [])

/** Those with a role. */
export const inRole = (all: readonly Participant[], name: string): readonly Participant[] =>
  all.filter(({ role }) => role.name === name)

/** Whether it has stopped. */
export const isDone = ({ stoppedAt }: Participant): boolean => stoppedAt !== undefined

/** Its role as people say it: `juror 2`. */
export const roleSaid = ({ name, n }: PatternRole): string => `${name} ${n}`

/** What it said last that is not empty. */
export const lastSaid = ({ said }: Participant): string => said.findLast(({ text }) => text.trim() !== '')?.text ?? ''

/** The newest reading of its messages that is one: an agent that was continued may have said the rest before. */
export function readOf<T>({ said }: Participant, read: (text: string) => T | undefined): T | undefined {
  for (const { text } of said.toReversed()) {
    const found = read(text)
    if (found !== undefined) return found
  }
  return undefined
}

/** What those who have stopped said last. */
export const claimsOf = (all: readonly Participant[]): readonly Contribution[] =>
  all.flatMap((one) => {
    const [id, text] = [one.said.at(-1)?.id, lastSaid(one)]
    return id === undefined || text === '' ? [] : [{ id, by: roleSaid(one.role), text }]
  })

/** The same as data. */
export const outputsOf = (all: readonly Participant[]): readonly Readonly<Record<string, unknown>>[] =>
  all.map((one) => ({ agent: one.agent, role: roleSaid(one.role), done: isDone(one), output: lastSaid(one) }))

/** The next role of this name. */
export const nextRole = (name: string, all: readonly Participant[]): PatternRole => ({
  name,
  n: inRole(all, name).length + 1,
})

/** The role that an agent's type names or else its description, if it is one and not several. */
export function hintOf({ roles }: Pick<SubagentPattern, 'roles'>, { type, description = '' }: Newcomer) {
  for (const text of [type, description]) {
    const named = Object.keys(roles).filter((name) => roles[name]?.test(text))
    if (named.length === 1) return named[0]
  }
  return undefined
}

/** The roles of a group of equals: as many as are planned, any number otherwise. */
export const equals =
  (name: string) =>
  (_: Newcomer, others: readonly Participant[], { agents }: RunPlan): PatternRole | undefined =>
    agents !== undefined && others.length >= agents ? undefined : nextRole(name, others)

/** Those of a group of equals that are planned and have not started. */
export const unstartedNames =
  (name: string) =>
  (all: readonly Participant[], { agents }: RunPlan): readonly string[] | undefined =>
    agents === undefined ? undefined : numberedNames(name, inRole(all, name).length + 1, agents)

/** `juror 2`, `juror 3`. */
export const numberedNames = (name: string, from: number, to: number): readonly string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `${name} ${from + at}`)

/** ` of 3`, where the number is planned. */
export const ofAll = (total: number | undefined): string => (total === undefined ? '' : ` of ${total}`)
