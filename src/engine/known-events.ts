import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { Committed, Evidence, Follower, StoreChange } from '../ports.ts'
import { Followed } from './followed.ts'

/** Its dependencies. */
export interface KnownEventsPorts {
  readonly evidence: Pick<Evidence, 'events'>
}

/** Which events of one session: the newest `limit`, oldest first. `by`: the event on whose behalf it is asked. */
export type SessionAsk = Pick<Parameters<Evidence['events']>[0], 'promptId' | 'agent' | 'names' | 'asOf' | 'limit'> & {
  readonly session: string
  readonly by: string
}

type Kept = Cleaned<EventRecord>

/** How much text is kept: some forty long sessions. The least recently used go first. */
const MOST_CHARS = 16 * 1024 * 1024
/** How long sessions are kept after the last question (milliseconds). */
const REST_MS = 60_000
const PAGE = 500
/** What a record takes besides its texts. */
const RECORD_CHARS = 600

interface Session {
  readonly events: Kept[]
  chars: number
  /** The time of the earliest event that was stored since the last reading began. */
  newFrom: number
  /** A session too long to be kept is asked for each time. */
  isTooLong: boolean
  /** Reads what is new; whoever asks meanwhile waits for the next reading. */
  reading: Promise<void> | undefined
  next: Promise<void> | undefined
}

/**
 * Keeps the events of the sessions at work in memory: after each turn, a dozen jobs look at all that was done in it, and
 * only what is new since the last of them is read.
 */
export class KnownEvents implements Follower {
  readonly #ports: KnownEventsPorts
  readonly #sessions = new Followed<Session>({
    load: async () => newSession(),
    kinds: ['event', 'score'],
    bySession: true,
    most: MOST_CHARS,
    sizeOf: ({ chars }) => chars,
    update: noted,
  })
  #timer: NodeJS.Timeout | undefined

  constructor(ports: KnownEventsPorts) {
    this.#ports = ports
  }

  /** The newest events of a session that the filter admits, oldest first. */
  async of(ask: SessionAsk): Promise<readonly Kept[]> {
    this.#restLater()
    const session = await this.#sessions.of(ask.session)
    if (
      (ask.asOf ?? Number.POSITIVE_INFINITY) >= session.newFrom ||
      session.events.findLast(({ id }) => id === ask.by) === undefined
    )
      await this.#upToDate(ask.session, session)
    const { by: _, ...filter } = ask
    if (session.isTooLong) return this.#ports.evidence.events({ ...filter, newest: true })
    const found: Kept[] = []
    for (let at = session.events.length - 1; at >= 0 && found.length < ask.limit; at--) {
      const event = session.events[at] as Kept
      if (isAsked(event, ask)) found.push(event)
    }
    return found.reverse()
  }

  hear(change: StoreChange) {
    return this.#sessions.hear(change)
  }

  #upToDate(id: string, session: Session): Promise<void> {
    const read = () => {
      const reading = this.#read(id, session).finally(() => {
        session.reading = undefined
      })
      session.reading = reading
      return reading
    }
    if (session.reading === undefined) return read()
    session.next ??= session.reading
      .catch(() => {})
      .then(() => {
        session.next = undefined
        return read()
      })
    return session.next
  }

  async #read(id: string, session: Session): Promise<void> {
    session.newFrom = Number.POSITIVE_INFINITY
    for (let isMore = !session.isTooLong; isMore; ) {
      const afterSeq = session.events.at(-1)?.seq ?? 0
      const page = await this.#ports.evidence.events({ session: id, afterSeq, limit: PAGE })
      session.events.push(...page)
      session.chars += page.reduce((sum, event) => sum + charsOf(event), 0)
      session.isTooLong = session.chars > MOST_CHARS
      isMore = page.length === PAGE && !session.isTooLong
    }
    if (session.isTooLong) session.events.length = session.chars = 0
    this.#sessions.makeRoom()
  }

  /** Nothing is kept for long after the last job. */
  #restLater(): void {
    if (this.#timer !== undefined) return void this.#timer.refresh()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sessions.clear()
    }, REST_MS).unref()
  }
}

const newSession = (): Session => ({
  events: [],
  chars: 0,
  newFrom: 0,
  isTooLong: false,
  reading: undefined,
  next: undefined,
})

/** New events are read when they are asked for. */
function noted(session: Session, { changes }: Committed, id: string): Session | undefined {
  for (const change of changes) {
    if (change.kind === 'event' && change.record.session === id)
      session.newFrom = Math.min(session.newFrom, change.record.at)
    if (change.kind !== 'score') continue
    const at = session.events.findLastIndex((event) => event.id === change.event)
    const scored = session.events[at]
    if (scored !== undefined) session.events[at] = { ...scored, significance: change.significance }
    // It may be among those that are just being read, as it was before
    else if (session.reading !== undefined) return undefined
  }
  return session
}

const isAsked = (event: Kept, { promptId, agent, names, asOf }: SessionAsk): boolean =>
  (promptId === undefined || event.promptId === promptId) &&
  (agent === undefined || event.agentId === (agent ?? undefined)) &&
  (names === undefined || names.includes(event.name)) &&
  (asOf === undefined || event.at <= asOf)

const charsOf = ({ input, output, body }: Kept): number =>
  (input?.length ?? 0) + (output?.length ?? 0) + JSON.stringify(body).length + RECORD_CHARS
