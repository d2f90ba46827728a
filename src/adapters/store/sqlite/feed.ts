import type { Follower, StoreChange, StoreChanges, Touched, WrittenKind } from '../../../ports.ts'
import type { StorePorts } from './protocol.ts'

/** Tells everyone who follows a store what happened to it. */
export class ChangeFeed implements StoreChanges {
  readonly #followers = new Set<Follower>()

  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Undefined if nobody has anything to wait for. Rejects, once everyone has heard it, if one of them failed. */
  publish(change: StoreChange): Promise<void> | undefined {
    const work: Promise<unknown>[] = []
    for (const follower of this.#followers) {
      const heard = hearing(follower, change)
      if (heard instanceof Promise) work.push(heard)
    }
    return work.length === 0 ? undefined : allOf(work)
  }
}

function hearing(follower: Follower, change: StoreChange): unknown {
  try {
    return follower.hear(change)
  } catch (error) {
    return Promise.reject(error)
  }
}

async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}

type Announcing<M> = M extends (...args: infer A) => Promise<infer R>
  ? (args: A, done: R) => readonly StoreChange[]
  : never

type Announcements = {
  readonly [P in keyof StorePorts]?: { readonly [M in keyof StorePorts[P]]?: Announcing<StorePorts[P][M]> }
}

/** What each call changed of what is kept in memory anywhere; others write what nobody keeps, or keeps by itself. */
export const ANNOUNCEMENTS: Announcements = {
  journal: {
    commit: ([{ changes }], { fresh }) => [committed(changes, fresh)],
    commitAll: ([commits], fresh) => commits.map(({ changes }, n) => committed(changes, fresh[n] === true)),
    commitPacked: (_, { touched }) => [{ kind: 'imported', touched }],
  },
  evidence: { unite: () => [{ kind: 'settled' }], part: () => [{ kind: 'settled' }] },
  ledger: {
    pause: () => [{ kind: 'paused' }],
    resume: () => [{ kind: 'paused' }],
    forget: ([selection]) => [forgotten(selection)],
    sweep: (_, isMore) => (isMore ? [] : [{ kind: 'swept' }]),
  },
  past: { stage: () => [{ kind: 'restored', touched: 'all' }], reach: () => [{ kind: 'restored', touched: 'all' }] },
  archive: { restore: ([records]) => [{ kind: 'restored', touched: touchedBy(records) }] },
}

/** A call whose answer waits until everyone has heard what it changed. */
export function announced(feed: ChangeFeed, port: string, method: string): Announced | undefined {
  const of = (ANNOUNCEMENTS as Untyped)[port]?.[method]
  if (of === undefined) return undefined
  return async (args, call) => {
    const done = await call.catch(async (error: unknown) => {
      // It may have deleted a part
      if (method === 'forget') await feed.publish(forgotten({}))
      throw error
    })
    for (const change of of(args, done)) {
      const heard = feed.publish(change)
      if (heard !== undefined) await heard
    }
    return done
  }
}

type Announced = (args: readonly unknown[], call: Promise<unknown>) => Promise<unknown>
type Untyped = Readonly<
  Record<string, Readonly<Record<string, (args: readonly unknown[], done: unknown) => readonly StoreChange[]>>>
>

const committed = (changes: Extract<StoreChange, { kind: 'committed' }>['changes'], fresh: boolean): StoreChange => ({
  kind: 'committed',
  changes,
  fresh,
  touched: touchedBy(changes),
})

const forgotten = ({ step }: { readonly step?: 'mark' | 'erase' | undefined }): StoreChange => ({
  kind: 'forgotten',
  isMarked: step === 'mark',
})

/** Fields of records that say where they belong. */
interface Placed {
  readonly id?: string
  readonly session?: string
  readonly project?: string
  readonly at?: number
  readonly lastSeenAt?: number
}

/** Which kinds were written in which sessions and projects, each once. */
export function touchedBy(written: readonly { readonly kind: string }[]): readonly Touched[] {
  const found = new Map<string, Touched>()
  for (const one of written) {
    const { record, change } = one as { readonly record?: Placed; readonly change?: Placed }
    const placed = record ?? change ?? (one as Placed)
    const kind = one.kind as WrittenKind
    const session = kind === 'session' ? placed.id : placed.session
    const { project, at = placed.lastSeenAt ?? 0 } = placed
    const key = `${kind} ${session} ${project}`
    const before = found.get(key)
    if (before === undefined || before.at < at) found.set(key, { kind, session, project, at })
  }
  return [...found.values()]
}
