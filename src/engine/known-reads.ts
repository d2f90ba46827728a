import type { Change, Clock, Commit, Evidence, Journal, Ledger, Memories } from '../ports.ts'

/** What is read through it. */
export interface ReadPorts {
  readonly evidence: Evidence
  readonly memories: Memories
  readonly clock: Clock
}

/** How long an answer is kept (milliseconds): as long as the jobs of one turn take. */
const KEPT_MS = 10_000
/** How many answers are kept; the least recently used go first. */
const MOST = 100

/** What an answer is about: records of these kinds, of this project or session (the beginning of its id), or of any. */
interface About {
  readonly kinds: readonly Change['kind'][]
  readonly session?: string | undefined
  readonly project?: string | undefined
}

interface Kept {
  readonly about: About
  readonly at: number
  readonly answer: Promise<unknown>
}

/**
 * Keeps what the store has just answered as of a moment, until something that it is about is stored: the eight jobs that
 * follow a turn ask the same of it. What another process stores is seen after `KEPT_MS`.
 */
export class KnownReads {
  readonly #ports: ReadPorts
  readonly #kept = new Map<string, Kept>()
  readonly #kinds = new Set<Change['kind']>()
  #timer: NodeJS.Timeout | undefined

  constructor(ports: ReadPorts) {
    this.#ports = ports
  }

  /** The ports, of which what jobs read is kept. */
  get reading(): Pick<ReadPorts, 'evidence' | 'memories'> {
    const { evidence, memories } = this.#ports
    return {
      evidence: {
        ...evidence,
        sessions: (filter) =>
          this.#once(['sessions', filter], { kinds: ['session'], session: filter.id, project: filter.project }, () =>
            evidence.sessions(filter),
          ),
        prompts: (filter) =>
          this.#once(['prompts', filter], { kinds: ['prompt', 'exclude'], session: filter.session }, () =>
            evidence.prompts(filter),
          ),
      },
      memories: {
        ...memories,
        observations: (filter) =>
          this.#once(['observations', filter], { kinds: ['observation'], ...placeOf(filter) }, () =>
            memories.observations(filter),
          ),
        records: (filter) =>
          this.#once(['records', filter], { kinds: [filter.noun], ...placeOf(filter) }, () => memories.records(filter)),
      },
    }
  }

  /** The journal, observed for what makes an answer outdated. */
  watching(journal: Journal): Journal {
    const after = async <T>(commits: readonly Commit[], done: Promise<T>): Promise<T> => {
      try {
        return await done
      } finally {
        for (const { changes } of commits) for (const change of changes) this.#drop(change)
      }
    }
    return {
      commit: (one) => after([one], journal.commit(one)),
      commitAll: (commits, mark) => after(commits, journal.commitAll(commits, mark)),
      commitPacked: (packed) => journal.commitPacked(packed).finally(() => this.lookAgain()),
    }
  }

  /** The ledger, observed for what is forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = (...given) => ledger.forget(...given).finally(() => this.lookAgain())
    return { ...ledger, forget }
  }

  /** Asks the store again at the next question. */
  lookAgain(): void {
    this.#kept.clear()
  }

  #once<T>(
    question: readonly [string, { readonly asOf?: number | undefined }],
    about: About,
    ask: () => Promise<T>,
  ): Promise<T> {
    if (question[1].asOf === undefined) return ask()
    const key = JSON.stringify(question)
    const now = this.#ports.clock.now()
    const known = this.#kept.get(key)
    if (known !== undefined && now >= known.at && now - known.at < KEPT_MS) return known.answer as Promise<T>
    const answer = ask()
    this.#kept.delete(key)
    this.#kept.set(key, { about, at: now, answer })
    for (const kind of about.kinds) this.#kinds.add(kind)
    answer.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    this.#restLater()
    return answer
  }

  #drop(change: Change): void {
    // Most of what is stored are events, which no answer is about
    if (!this.#kinds.has(change.kind)) return
    const { session, project } = placeOfChange(change)
    for (const [key, { about }] of this.#kept)
      if (
        about.kinds.includes(change.kind) &&
        (about.session === undefined || session?.startsWith(about.session) !== false) &&
        (about.project === undefined || project === undefined || about.project === project)
      )
        this.#kept.delete(key)
  }

  /** Nothing is kept for long after the last job. */
  #restLater(): void {
    if (this.#timer !== undefined) return void this.#timer.refresh()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.lookAgain()
    }, KEPT_MS).unref()
  }
}

type Place = { readonly session?: string | undefined; readonly project?: string | undefined }

const placeOf = ({ session, project }: Place): Place => ({ session, project })

function placeOfChange(change: Change): Place {
  if (change.kind === 'session') return { session: change.change.id, project: change.change.project }
  return 'record' in change ? placeOf(change.record as Place) : change.kind === 'exclude' ? change : {}
}
