import type { Committed, Follower, StoreChange, WrittenKind } from '../ports.ts'

/** What is computed from the store and kept, and from what. */
export interface Following<T> {
  load(key: string): Promise<T>
  /** What it is computed from. */
  readonly kinds: readonly WrittenKind[]
  /** Each key is a session, and what happens in others does not concern it. */
  readonly bySession?: boolean
  /** Brings it up to a commit, which it may include already; undefined where it has to be loaded again. */
  update?(value: T, commit: Committed, key: string): T | undefined | Promise<T | undefined>
  /** It is loaded again as soon as it may differ, and whoever caused that waits for it; meanwhile `now` is as before. */
  readonly isEager?: boolean
  /** How much is kept, and how much of it a value takes; 1 unless given. The least recently used go first. */
  readonly most?: number
  sizeOf?(value: T): number
}

interface Entry<T> {
  coming: Promise<T>
  now: T | undefined
  isSettled: boolean
}

/**
 * Values computed from the store, by key, kept in memory for as long as nothing happens that would change them. Whoever
 * asks after a change gets an answer that includes it.
 */
export class Followed<T> implements Follower {
  readonly #following: Following<T>
  readonly #entries = new Map<string, Entry<T>>()
  readonly #listeners: ((value: T) => void)[] = []

  constructor(following: Following<T>) {
    this.#following = following
  }

  /** Rejects if it cannot be loaded; the next question tries again. */
  of(key = ''): Promise<T> {
    const known = this.#entries.get(key)
    return known === undefined ? this.#load(key) : this.#use(key, known).coming
  }

  /** The value, if it is known already; otherwise it will be soon. */
  now(key = ''): T | undefined {
    const known = this.#entries.get(key)
    if (known === undefined) void this.#load(key)
    return known?.now
  }

  /** Loads it, in place of what is known. Never rejects. */
  async load(key = ''): Promise<void> {
    await this.#load(key, this.#entries.get(key)?.now).catch(() => {})
  }

  /** Reports each new value. */
  watch(listener: (value: T) => void): void {
    this.#listeners.push(listener)
  }

  hear(change: StoreChange): Promise<unknown> | undefined {
    const { kinds, bySession, isEager } = this.#following
    const touched = sessionsTouched(change, kinds)
    const keys = touched && (bySession ? touched : 'all')
    if (keys === undefined) return undefined
    const own = keys === 'all' ? [...this.#entries.keys()] : keys.filter((key) => this.#entries.has(key))
    if (isEager && own.length === 0) own.push('')
    const done = own.map((key) =>
      change.kind === 'committed' && change.fresh ? this.#update(key, change) : this.#drop(key),
    )
    return Promise.all(done)
  }

  /** Loads everything anew at the next question. */
  clear(): void {
    this.#entries.clear()
  }

  /** To be called where values grow. */
  makeRoom(): void {
    const { most = Number.POSITIVE_INFINITY, sizeOf = () => 1 } = this.#following
    const sizes = [...this.#entries].map(([key, { now }]) => [key, now === undefined ? 1 : sizeOf(now)] as const)
    let all = sizes.reduce((sum, [, size]) => sum + size, 0)
    for (const [key, size] of sizes) {
      if (all <= most) return
      all -= size
      this.#entries.delete(key)
    }
  }

  #drop(key: string): Promise<void> | undefined {
    if (this.#following.isEager) return this.load(key)
    this.#entries.delete(key)
    return undefined
  }

  #update(key: string, commit: Committed): Promise<unknown> | undefined {
    const { update } = this.#following
    const entry = this.#entries.get(key)
    if (update === undefined || entry === undefined) return this.#drop(key)
    const next = entry.isSettled
      ? update(entry.now as T, commit, key)
      : entry.coming.then((value) => update(value, commit, key))
    if (next === undefined) return this.#drop(key)
    const coming = Promise.resolve(next).then((value) => value ?? this.#following.load(key))
    return this.#set(key, coming, next instanceof Promise ? entry.now : next).then(undefined, () => {})
  }

  #load(key: string, before?: T): Promise<T> {
    return this.#set(key, this.#following.load(key), before)
  }

  #set(key: string, coming: Promise<T>, now: T | undefined): Promise<T> {
    const entry: Entry<T> = { coming, now, isSettled: false }
    this.#use(key, entry)
    const settle = (value: T) => {
      entry.now = value
      entry.isSettled = true
      if (this.#entries.get(key) === entry) for (const listener of this.#listeners) listener(value)
    }
    const fail = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    }
    coming.then(settle, fail)
    this.makeRoom()
    return coming
  }

  #use(key: string, entry: Entry<T>): Entry<T> {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }
}

/** Of which sessions a change may concern what is computed from these kinds; undefined: of none. */
export function sessionsTouched(
  change: StoreChange,
  kinds: readonly WrittenKind[],
): readonly string[] | 'all' | undefined {
  if (change.kind === 'swept') return undefined
  if (change.kind === 'paused') return kinds.includes('pause') ? 'all' : undefined
  if (change.kind === 'forgotten' && change.isMarked) return kinds.includes('tombstone') ? 'all' : undefined
  if (!('touched' in change) || change.touched === 'all') return 'all'
  const sessions: string[] = []
  for (const one of change.touched) {
    if (!kinds.includes(one.kind)) continue
    // Of an event that was stored already, it may only be noted that its hook was heard
    if (change.kind === 'committed' && !change.fresh && one.kind !== 'event') continue
    if (one.session === undefined) return 'all'
    sessions.push(one.session)
  }
  return sessions.length === 0 ? undefined : sessions
}
