import { classify } from '../domain/classify.ts'
import type { Draft, Event } from '../domain/events.ts'
import { deriveId, digest, projectId } from '../domain/identity.ts'
import type { Evidence, Place, Workspace } from '../ports.ts'

/** How many folders, sessions and prompts are remembered. */
const REMEMBERED = 2_000

/** Makes events of drafts: what they lack is found in the store and on the disk, once. */
export class Intake {
  readonly #evidence: Evidence
  readonly #workspace: Workspace
  readonly #folders = new Map<string, Place>()
  readonly #sessions = new Map<string, Place>()
  readonly #exclusions = new Map<string, boolean>()
  readonly #known = new Set<string>()

  constructor(evidence: Evidence, workspace: Workspace) {
    this.#evidence = evidence
    this.#workspace = workspace
  }

  /** The event, its project made known. Its ordinal holds until it is committed: one at a time for each session. */
  async admit(draft: Draft): Promise<Event> {
    const place =
      this.#sessionPlace(draft) ?? (await this.#locate((await this.#dirOf(draft)) ?? '', draft.name === 'SessionStart'))
    remember(this.#sessions, draft.session, place)
    return this.#complete(draft, place)
  }

  /** The same of an event that does not happen: nothing is written or remembered of it. */
  async imagine(draft: Draft): Promise<Event> {
    const dir = await this.#dirOf(draft)
    const place = this.#sessionPlace(draft) ?? (dir === undefined ? NOWHERE : await this.#workspace.locate(dir))
    return this.#complete(draft, place)
  }

  /** Whether nothing of an event's prompt is to be kept. */
  async excluded({ session, promptId }: Caused): Promise<boolean> {
    if (promptId === undefined) return false
    const key = JSON.stringify([session, promptId])
    const before = this.#exclusions.get(key)
    if (before !== undefined) return before
    const answer = await this.#evidence.excluded(session, promptId)
    // An exclusion may have come while the store was asked.
    if (!this.#exclusions.has(key)) remember(this.#exclusions, key, answer)
    return this.#exclusions.get(key) ?? answer
  }

  exclude({ session, promptId }: Caused): void {
    if (promptId !== undefined) remember(this.#exclusions, JSON.stringify([session, promptId]), true)
  }

  async #complete({ identity, startDir: _, ...draft }: Draft, place: Place): Promise<Event> {
    const named = digest(identity.parts)
    const ordinal = identity.ordinal ? [await this.#evidence.ordinal(named)] : []
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
  #sessionPlace({ session, startDir }: Draft): Place | undefined {
    return startDir === undefined ? this.#sessions.get(session) : undefined
  }

  async #dirOf({ session, startDir, cwd }: Draft): Promise<string | undefined> {
    if (startDir !== undefined) return startDir
    const stored = await this.#evidence.sessions({ id: session, limit: 10 })
    return stored.find(({ id }) => id === session)?.cwd ?? cwd
  }

  /** A session that starts looks again: branches change. */
  async #locate(dir: string, again: boolean): Promise<Place> {
    const before = again ? undefined : this.#folders.get(dir)
    if (before !== undefined) return before
    const place = dir === '' ? NOWHERE : await this.#workspace.locate(dir)
    remember(this.#folders, dir, place)
    if (again || !this.#known.has(place.project.id)) await this.#makeKnown(place)
    return place
  }

  /** A store that takes nothing is complained of where the event itself is committed. */
  async #makeKnown({ project }: Place): Promise<void> {
    try {
      await this.#evidence.project(project)
      this.#known.add(project.id)
    } catch {
      this.#known.delete(project.id)
    }
  }
}

type Caused = Pick<Draft, 'session' | 'promptId'>

const NOWHERE: Place = { project: { id: projectId(''), name: 'unknown', root: '' } }

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest)
}
