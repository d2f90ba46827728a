import { digest } from '@hindcast/redaction/digest.ts'
import { classify } from '../domain/classify.ts'
import type { Draft, Event, EventName, PromptOrigin } from '../domain/events.ts'
import type { FilesOfHost, HostFiles } from '../domain/host-files.ts'
import { deriveId, projectId } from '../domain/identity.ts'
import { worktreeHomes } from '../domain/worktree.ts'
import type { Config, Evidence, Follower, Ledger, Place, Secrets, StoreChange, Workspace } from '../ports.ts'
import { sessionsTouched } from './followed.ts'
import { clean } from './perform/redact.ts'
import { ENDS, RETOLD_MS, retells, withoutAnswer } from './retelling.ts'

/** How many folders, sessions and prompts are cached. */
const REMEMBERED = 2_000

/** The intake's ports; the only thing it writes is a project's row. */
export interface IntakePorts {
  readonly evidence: Pick<Evidence, 'sessions' | 'ordinal' | 'project' | 'projects'>
  readonly ledger: Pick<Ledger, 'excluded' | 'silences'>
  readonly workspace: Workspace
  readonly secrets: Secrets
  readonly config: Pick<Config, 'settings' | 'refresh'>
  readonly hosts: readonly FilesOfHost[]
}

/** Completes drafts into events with data from the store and the disk, looked up once. */
export class Intake implements Follower {
  readonly #evidence: IntakePorts['evidence']
  readonly #ledger: IntakePorts['ledger']
  readonly #workspace: Workspace
  readonly #secrets: Secrets
  readonly #config: IntakePorts['config']
  readonly #filesOf: ReadonlyMap<string, HostFiles>
  readonly #folders = new Map<string, Seat>()
  readonly #sessions = new Map<string, Seat>()
  readonly #exclusions = new Map<string, boolean>()
  readonly #known = new Map<string, Place>()
  readonly #learned = new Set<string>()
  readonly #whenIdle: (() => Promise<unknown>) | undefined

  /** `whenIdle`: where given, what takes a while to learn of a project is looked for then. */
  constructor({ evidence, ledger, workspace, secrets, config, hosts }: IntakePorts, whenIdle?: () => Promise<unknown>) {
    this.#whenIdle = whenIdle
    this.#evidence = evidence
    this.#ledger = ledger
    this.#workspace = workspace
    this.#secrets = secrets
    this.#config = config
    this.#filesOf = new Map(hosts.map(({ name, files }) => [name, files]))
  }

  /** The id of an event that a source reports; undefined if its ordinal has to be counted. */
  idOf({ identity }: Draft, { ordinal }: SourceHint): string | undefined {
    if (!identity.ordinal) return deriveId('e', ...identity.parts)
    return ordinal === undefined ? undefined : deriveId('e', ...identity.parts, ordinal)
  }

  /** The project of a session that this process knows. */
  projectOf({ session }: Draft): string | undefined {
    return this.#sessions.get(session)?.project
  }

  /** Gives a draft the session id that the store uses, before pauses and prompts are looked up by it. */
  async named<D extends Draft>(draft: D): Promise<D> {
    if (UUID.test(draft.session)) return draft
    return { ...draft, session: await clean(draft.session, this.#secrets) }
  }

  /**
   * The event, with its project recorded. An ordinal unknown to the source is counted, and stays valid until the event
   * is committed: one event at a time in each session. `branch`: the branch checked out at the time, if the source
   * knows it.
   */
  async admit(draft: Draft, hint: SourceHint = {}): Promise<Event> {
    const isStart = draft.name === 'SessionStart'
    const place = (await this.#seatBefore(draft)) ?? (await this.#locate(dirOf(draft), isStart, hint.branch))
    const seat = this.#withClient(place, draft)
    remember(this.#sessions, draft.session, seat)
    return this.#complete(draft, seat, hint)
  }

  /** The same for a dry run: nothing is written or cached. */
  async imagine(draft: Draft): Promise<Event> {
    const seat = (await this.#seatBefore(draft)) ?? seatOf(await this.#placeOf(dirOf(draft)))
    return this.#complete(draft, this.#withClient(seat, draft))
  }

  /** Whether anybody can be asked depends on what the session's latest client reported. */
  #withClient(seat: Seat, draft: Draft): Seat {
    const told = draft.name === 'SessionStart' ? draft.client?.attended : undefined
    const attended = told ?? seat.attended ?? this.#sessions.get(draft.session)?.attended
    return attended === seat.attended ? seat : { ...seat, attended }
  }

  /** Whether an event should leave no trace, because of its project's settings, its prompt or its time. */
  async excluded(draft: Draft, { branch }: SourceHint = {}): Promise<boolean> {
    const seat = (await this.#seatBefore(draft)) ?? seatOf(await this.#placeOf(dirOf(draft), branch))
    // Not on a tool call's path, except for the first one of a session new to this process
    const isMoment = draft.via === 'hook' && REREAD_AT.has(draft.name)
    if (seat.top !== '' && (isMoment || !this.#sessions.has(draft.session)))
      await this.#config.refresh(seat.project, seat.top)
    if (!this.#config.settings(seat.project).enabled) return true
    return (!ENDS.has(draft.name) && (await this.#excludedPrompt(draft))) || this.#silenced(draft, seat)
  }

  /** Whether it falls into a span in which its session or project is silenced, or retells one. */
  async #silenced(draft: Draft, { project }: Seat): Promise<boolean> {
    const { session, at } = draft
    const spans = await this.#ledger.silences({ session, project })
    const since = spans.length > 0 && retells(draft) ? await this.#beganAt(draft) : at
    return spans.some(({ from, until }) => at >= from && (until === undefined || since < until))
  }

  /** When a session began; where nothing says so, its start may have been silenced, too. */
  async #beganAt({ session, at }: Draft): Promise<number> {
    const [row] = await this.#evidence.sessions({ id: session, limit: 1 })
    return Math.min(row?.startedAt ?? at, at - RETOLD_MS)
  }

  async #excludedPrompt({ session, promptId }: Caused): Promise<boolean> {
    if (promptId === undefined) return false
    const key = JSON.stringify([session, promptId])
    const before = this.#exclusions.get(key)
    if (before !== undefined) return before
    const answer = await this.#ledger.excluded(session, promptId)
    // An exclusion may have been added during the query.
    if (!this.#exclusions.has(key)) remember(this.#exclusions, key, answer)
    return this.#exclusions.get(key) ?? answer
  }

  /** Another store, or other decisions of a person. */
  hear(change: StoreChange): Promise<void> | undefined {
    if (change.kind === 'forgotten' || sessionsTouched(change, ['project']) === undefined) return undefined
    return this.#lookAgain()
  }

  /**
   * Writes the known projects again, because the store may have been restored from before they were known, and asks
   * again which project folders and sessions belong to, because a person may have decided otherwise.
   */
  async #lookAgain(): Promise<void> {
    for (const place of [...this.#known.values()]) await this.#makeKnown(place)
    this.#folders.clear()
    this.#sessions.clear()
    this.#known.clear()
  }

  exclude({ session, promptId }: Caused): void {
    if (promptId !== undefined) remember(this.#exclusions, JSON.stringify([session, promptId]), true)
  }

  async #complete({ identity, startDir: _, ...draft }: Draft, seat: Seat, hint: SourceHint = {}): Promise<Event> {
    const named = digest(identity.parts)
    const ordinal = identity.ordinal
      ? [hint.ordinal ?? (await this.#evidence.ordinal(named, countedBefore(draft)))]
      : []
    const id = deriveId('e', ...identity.parts, ...ordinal)
    // The branch at the time, not the current one
    const { top: _top, ...place } = { ...seat, branch: hint.branch ?? seat.branch }
    const open = ENDS.has(draft.name) && (await this.#excludedPrompt(draft)) ? withoutAnswer(draft) : draft
    const event = { ...place, ...open, ...whose(draft, seat), id, identity: named, project: seat.project } as Omit<
      Event,
      'classification'
    >
    return { ...event, classification: classify(event, this.#filesOf.get(event.host)) } as Event
  }

  /**
   * A session's project is where it began, whichever folder the agent is in now. It is looked up again when the session
   * starts.
   */
  async #seatBefore({ name, session, startDir }: Draft): Promise<Seat | undefined> {
    if (name === 'SessionStart' && startDir !== undefined) return undefined
    const before = this.#sessions.get(session)
    if (before !== undefined) return before
    const stored = await this.#evidence.sessions({ id: session, limit: 10 })
    const row = stored.find(({ id }) => id === session)
    const { project, worktree, branch, attended, cwd } = row ?? {}
    return project === undefined
      ? undefined
      : { project, worktree, branch, attended, top: worktree ?? startDir ?? cwd ?? '' }
  }

  async #locate(dir: string, again: boolean, branch: string | undefined): Promise<Seat> {
    const before = again ? undefined : this.#folders.get(dir)
    if (before !== undefined) return before
    const place = await this.#placeOf(dir, branch)
    remember(this.#folders, dir, seatOf(place))
    if (again || !this.#known.has(place.project.id)) await this.#makeKnown(place)
    if (again) void this.#learn(place)
    return seatOf(place)
  }

  async #placeOf(dir: string, branch?: string): Promise<Place> {
    if (dir === '') return NOWHERE
    const place = await this.#workspace.locate(dir)
    // A folder that is there and no worktree may only be called like one
    if (place.worktree !== undefined || (await this.#workspace.isThere(dir))) return place
    return { ...place, ...(await this.#homeOf(dir, branch)) }
  }

  /**
   * The project of a worktree that no longer exists, or never existed on this machine; undefined if nothing identifies
   * one.
   */
  async #homeOf(dir: string, branch: string | undefined): Promise<Place | undefined> {
    const homes = worktreeHomes(dir, branch)
    const known = homes.length === 0 ? [] : await this.#evidence.projects()
    for (const { root, name, worktree, isCertain } of homes) {
      const [one, ...others] = known.filter((project) =>
        root === undefined ? project.name === name : project.root === root,
      )
      if (one !== undefined && others.length === 0) return { project: one, worktree }
      const there = root === undefined ? undefined : await this.#workspace.locate(root)
      if (there && (isCertain || there.worktree !== undefined)) return { project: there.project, worktree }
    }
    return undefined
  }

  /** Looks for the commit that a repository began with, once. */
  async #learn({ project, worktree }: Place): Promise<void> {
    if (this.#whenIdle === undefined || worktree === undefined || this.#learned.has(project.id)) return
    this.#learned.add(project.id)
    try {
      await this.#whenIdle()
      const known = (await this.#evidence.projects()).find(({ id }) => id === project.id)
      if (known === undefined || known.first !== undefined) return
      const first = await this.#workspace.firstCommit(worktree)
      if (first !== undefined) await this.#evidence.project(await clean({ ...known, first }, this.#secrets))
    } catch {
      this.#learned.delete(project.id)
    }
  }

  /** An error from the store is reported when the event itself is committed. */
  async #makeKnown(place: Place): Promise<void> {
    const { project } = place
    try {
      await this.#evidence.project(await clean(project, this.#secrets))
      this.#known.set(project.id, place)
    } catch {
      this.#known.delete(project.id)
    }
  }
}

/** What a source knows about a past event beyond its draft. */
export interface SourceHint {
  /** Its ordinal among events with the same identity. */
  readonly ordinal?: number | undefined
  readonly branch?: string | undefined
}

/** A prompt that is delivered again within this time is the same one, also after a restart. */
const SAME_PROMPT_MS = 10 * 60_000

/**
 * Until when equal events were different ones. Whoever gets no answer from a daemon that dies sends the prompt again; if a
 * person did type it twice, the second one is read from the transcript.
 */
const countedBefore = ({ name, promptId, at }: Omit<Draft, 'identity'>): number | undefined =>
  name === 'UserPromptSubmit' && promptId !== undefined ? at - SAME_PROMPT_MS : undefined

/**
 * A prompt's hook does not say whether a person typed it; where nobody is at the client, a script passed it. A transcript
 * says it itself.
 */
const whose = (draft: Pick<Draft, 'name' | 'via'>, { attended }: Seat): { readonly origin?: PromptOrigin } =>
  'origin' in draft && draft.origin === 'person' && draft.via === 'hook' && attended === false
    ? { origin: 'script' }
    : {}

type Caused = Pick<Draft, 'session' | 'promptId'>
/** `top`: the folder where the project's own settings file would be; empty if unknown. */
type Seat = Pick<Event, 'project' | 'worktree' | 'branch' | 'attended'> & { readonly top: string }

/** A client's session ids contain no secrets, so they need not be scanned. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The events at which a project's settings file is read again. */
const REREAD_AT: ReadonlySet<EventName> = new Set(['SessionStart', 'UserPromptSubmit'])

const dirOf = ({ startDir, cwd }: Draft): string => startDir ?? cwd ?? ''
const seatOf = ({ project, worktree, branch }: Place): Seat => ({
  project: project.id,
  worktree,
  branch,
  top: worktree ?? project.root,
})

const NOWHERE: Place = { project: { id: projectId(''), name: 'unknown', root: '' } }

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest)
}
