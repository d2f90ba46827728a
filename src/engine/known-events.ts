import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { Clock, Commit, Evidence, Journal, Ledger } from '../ports.ts'

/** Its dependencies. */
export interface KnownEventsPorts {
  readonly evidence: Pick<Evidence, 'events'>
  readonly clock: Clock
}

/** Which events of one session: the newest `limit`, oldest first. `by`: the event on whose behalf it is asked. */
export type SessionAsk = Pick<Parameters<Evidence['events']>[0], 'promptId' | 'agent' | 'names' | 'asOf' | 'limit'> & {
  readonly session: string
  readonly by: string
}

type Kept = Cleaned<EventRecord>

/** How much text is kept: some forty long sessions. The least recently used go first. */
const MOST_CHARS = 16 * 1024 * 1024
/** How long a session is kept (milliseconds): what another program reported may be changed later. */
const FRESH_MS = 60_000
const PAGE = 500
/** What a record takes besides its texts. */
const RECORD_CHARS = 600

interface Session {
  readonly since: number
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
export class KnownEvents {
  readonly #ports: KnownEventsPorts
  readonly #sessions = new Map<string, Session>()
  #timer: NodeJS.Timeout | undefined

  constructor(ports: KnownEventsPorts) {
    this.#ports = ports
  }

  /** The newest events of a session that the filter admits, oldest first. */
  async of(ask: SessionAsk): Promise<readonly Kept[]> {
    const session = this.#session(ask.session)
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

  /** The journal, observed for events: new ones, and known ones, of which what is stored may have changed. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      this.#note(each, done.fresh)
      return done
    }
    const commitAll: Journal['commitAll'] = async (commits, mark) => {
      const fresh = await journal.commitAll(commits, mark)
      for (const each of commits) this.#note(each, true)
      return fresh
    }
    return { ...journal, commit, commitAll }
  }

  /** The ledger, observed for what is forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = (...given) => ledger.forget(...given).finally(() => this.lookAgain())
    return { ...ledger, forget }
  }

  /** Reads everything again at the next question. */
  lookAgain(): void {
    this.#sessions.clear()
  }

  #note({ changes }: Commit, isFresh: boolean): void {
    for (const change of changes) {
      if (change.kind !== 'event') continue
      const known = this.#sessions.get(change.record.session)
      if (known) known.newFrom = Math.min(known.newFrom, change.record.at)
      if (!isFresh) this.#sessions.delete(change.record.session)
    }
  }

  #session(id: string): Session {
    const now = this.#ports.clock.now()
    const known = this.#sessions.get(id)
    const isFresh = known !== undefined && now >= known.since && now - known.since < FRESH_MS
    const session = isFresh
      ? known
      : { since: now, events: [], chars: 0, newFrom: 0, isTooLong: false, reading: undefined, next: undefined }
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    this.#restLater()
    return session
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
    this.#makeRoom()
  }

  #makeRoom(): void {
    let chars = [...this.#sessions.values()].reduce((sum, session) => sum + session.chars, 0)
    for (const [id, session] of this.#sessions) {
      if (chars <= MOST_CHARS) return
      chars -= session.chars
      this.#sessions.delete(id)
    }
  }

  /** Nothing is kept for long after the last job. */
  #restLater(): void {
    if (this.#timer !== undefined) return void this.#timer.refresh()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.lookAgain()
    }, FRESH_MS).unref()
  }
}

const isAsked = (event: Kept, { promptId, agent, names, asOf }: SessionAsk): boolean =>
  (promptId === undefined || event.promptId === promptId) &&
  (agent === undefined || event.agentId === (agent ?? undefined)) &&
  (names === undefined || names.includes(event.name)) &&
  (asOf === undefined || event.at <= asOf)

const charsOf = ({ input, output, body }: Kept): number =>
  (input?.length ?? 0) + (output?.length ?? 0) + JSON.stringify(body).length + RECORD_CHARS
