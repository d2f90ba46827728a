import type { Change, Follower, StoreChange, StoreChanges, Touched, WrittenKind } from '../../../ports.ts'
import type { StorePorts } from './protocol.ts'

/** What a call changed, by its arguments and its answer. */
type Announced = {
  readonly [P in keyof StorePorts]?: {
    readonly [M in keyof StorePorts[P]]?: StorePorts[P][M] extends (...args: infer A) => Promise<infer R>
      ? (args: A, done: R) => readonly StoreChange[]
      : never
  }
}

/** What each call changed of what is kept in memory anywhere; others write what nobody keeps, or keeps by itself. */
export const ANNOUNCED: Announced = {
  journal: {
    // One that was not written was stored before, and then at most read from a transcript; its hook may say more
    commit: ([{ changes }], { fresh, forgotten }) => (forgotten ? [] : [committedChange(changes, fresh)]),
    commitAll: ([commits], fresh) =>
      commits.flatMap(({ changes }, n) => (fresh[n] ? [committedChange(changes, true)] : [])),
    commitPacked: (_, { touched }) => [{ kind: 'imported', touched }],
  },
  evidence: { unite: () => [{ kind: 'settled' }], part: () => [{ kind: 'settled' }] },
  ledger: {
    pause: () => [{ kind: 'paused' }],
    resume: () => [{ kind: 'paused' }],
    forget: ([{ step }]) => [{ kind: 'forgotten', isMarked: step === 'mark' }],
    sweep: (_, isMore) => (isMore ? [] : [{ kind: 'swept' }]),
  },
  past: { stage: () => [{ kind: 'restored', touched: 'all' }], reach: () => [{ kind: 'restored', touched: 'all' }] },
  archive: { restore: ([records]) => [{ kind: 'restored', touched: writtenPlaces(records) }] },
}

const committedChange = (changes: readonly Change[], fresh: boolean): StoreChange => ({
  kind: 'committed',
  changes,
  fresh,
  touched: writtenPlaces(changes),
})

/** Tells everyone who follows a store what happened to it. */
export class ChangeFeed implements StoreChanges {
  readonly #followers = new Set<Follower>()

  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Everyone has begun to hear it when this returns. Rejects, once all have heard it, if one of them failed. */
  async publish(change: StoreChange): Promise<void> {
    const heard = await Promise.allSettled([...this.#followers].map(async (one) => one.hear(change)))
    for (const one of heard) if (one.status === 'rejected') throw one.reason
  }

  /** A method of a port whose answer waits until everyone has heard what it changed. */
  telling(port: string, method: string, call: Method): Method {
    const changed = (ANNOUNCED as Untyped)[port]?.[method]
    if (changed === undefined) return call
    return async (...args) => {
      const done = await call(...args).catch(async (error: unknown) => {
        // Some of it may be deleted
        if (method === 'forget') await this.publish({ kind: 'forgotten', isMarked: false })
        throw error
      })
      await Promise.all(changed(args, done).map((change) => this.publish(change)))
      return done
    }
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>
type Untyped = Partial<
  Record<string, Partial<Record<string, (args: readonly unknown[], done: unknown) => readonly StoreChange[]>>>
>

/** Fields of records that say where they belong. */
interface Placed {
  readonly id?: string
  readonly session?: string
  readonly at?: number
  readonly lastSeenAt?: number
}

/** Which kinds were written in which sessions, each once. In which projects, the store may know better. */
export function writtenPlaces(written: readonly { readonly kind: string }[]): readonly Touched[] {
  const found = new Map<string, Touched>()
  for (const one of written) {
    const { record, change } = one as { readonly record?: Placed; readonly change?: Placed }
    const { id, lastSeenAt = 0, at = lastSeenAt, ...placed } = record ?? change ?? (one as Placed)
    const session = one.kind === 'session' ? id : placed.session
    const key = `${one.kind} ${session}`
    const last = Math.max(at, found.get(key)?.at ?? 0)
    found.set(key, { kind: one.kind as WrittenKind, session, at: last })
  }
  return [...found.values()]
}
