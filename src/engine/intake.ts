import { classify } from '../domain/classify.ts'
import type { Draft, Event } from '../domain/events.ts'
import { deriveId, digest, projectId } from '../domain/identity.ts'
import type { Evidence, Place, Workspace } from '../ports.ts'

/** Makes events of drafts: what they lack is found in the store and on the disk, once. */
export interface Intake {
  /** The event, its project made known. Its ordinal holds until it is committed: one at a time for each session. */
  eventOf(draft: Draft): Promise<Event>
  /** Whether nothing of an event's prompt is to be kept. */
  excluded(event: Pick<Draft, 'session' | 'promptId'>): Promise<boolean>
  exclude(event: Pick<Draft, 'session' | 'promptId'>): void
}

/** How many folders, sessions and prompts are remembered. */
const REMEMBERED = 2_000

/** Makes the intake of one engine. */
export function createIntake(evidence: Evidence, workspace: Workspace): Intake {
  const folders = new Map<string, Place>()
  const sessions = new Map<string, Place>()
  const exclusions = new Map<string, boolean>()
  const known = new Set<string>()

  async function eventOf({ identity, startDir, ...draft }: Draft): Promise<Event> {
    const place = await placeOf(draft, startDir)
    const named = digest(identity.parts)
    const ordinal = identity.ordinal ? [await evidence.ordinal(named)] : []
    const event = {
      worktree: place.worktree,
      branch: place.branch,
      ...draft,
      id: deriveId('e', ...identity.parts, ...ordinal),
      identity: named,
      project: place.project.id,
    } as Omit<Event, 'classification'>
    return { ...event, classification: classify(event) } as Event
  }

  /** A session's project is where it began, whatever folder the agent is in by now. */
  async function placeOf(draft: Pick<Draft, 'session' | 'cwd' | 'name'>, startDir?: string): Promise<Place> {
    const { session, cwd, name } = draft
    const before = startDir === undefined ? sessions.get(session) : undefined
    if (before !== undefined) return before
    const dir = startDir ?? (await storedDir(session)) ?? cwd
    const place = dir === undefined ? NOWHERE : await locate(dir, name === 'SessionStart')
    remember(sessions, session, place)
    return place
  }

  async function storedDir(session: string): Promise<string | undefined> {
    const stored = await evidence.sessions({ id: session, limit: 10 })
    return stored.find(({ id }) => id === session)?.cwd
  }

  /** A session that starts looks again: branches change. */
  async function locate(dir: string, again: boolean): Promise<Place> {
    const before = again ? undefined : folders.get(dir)
    if (before !== undefined) return before
    const place = await workspace.locate(dir)
    remember(folders, dir, place)
    if (again || !known.has(place.project.id)) await evidence.project(place.project)
    known.add(place.project.id)
    return place
  }

  async function excluded({ session, promptId }: Pick<Draft, 'session' | 'promptId'>): Promise<boolean> {
    if (promptId === undefined) return false
    const key = JSON.stringify([session, promptId])
    const before = exclusions.get(key)
    if (before !== undefined) return before
    const answer = await evidence.excluded(session, promptId)
    remember(exclusions, key, answer)
    return answer
  }

  function exclude({ session, promptId }: Pick<Draft, 'session' | 'promptId'>): void {
    if (promptId !== undefined) remember(exclusions, JSON.stringify([session, promptId]), true)
  }

  return { eventOf, excluded, exclude }
}

const NOWHERE: Place = { project: { id: projectId(''), name: 'unknown', root: '' } }

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest)
}
