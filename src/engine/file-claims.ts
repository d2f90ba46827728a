import type { Claim, ClaimChange } from '../domain/coordination/claim.ts'
import type { Claims, Clock, Config, Follower, Secrets, StoreChange, Workspace } from '../ports.ts'
import { sessionsTouched } from './followed.ts'
import type { Presence } from './live-sessions.ts'
import { clean } from './perform/redact.ts'

/** Its dependencies. */
interface ClaimPorts {
  readonly claims: Claims
  readonly workspace: Pick<Workspace, 'realPath'>
  readonly secrets: Secrets
  readonly config: Pick<Config, 'settings'>
  readonly clock: Clock
}

/** Who takes a claim, and from which worktree. */
export interface Claimant {
  readonly session: string
  readonly project: string
  readonly worktree?: string | undefined
}

/** The claim that stands after a try; `isFresh`: it was taken just now, and can be undone. */
export interface ClaimTry {
  readonly claim: Claim
  readonly isFresh: boolean
}

/** More live claims than there ever are. */
const MOST = 10_000

/**
 * Takes claims in the store, from the dead too, and renews them while their sessions are active. What was taken is kept in
 * memory, so that looking at the others' claims takes no query.
 */
export class FileClaims implements Follower {
  readonly #ports: ClaimPorts
  readonly #presence: Presence
  /** The claims as the store last gave them, by path; the store decides who gets one. */
  readonly #held = new Map<string, Claim>()
  /** When the claims of a session were last renewed, if it holds any. */
  readonly #renewed = new Map<string, number>()

  constructor(ports: ClaimPorts, presence: Presence) {
    this.#ports = ports
    this.#presence = presence
  }

  /** Reads the claims from the store, in place of what is known. */
  async load(): Promise<void> {
    const found = await this.#ports.claims.list({ now: this.#ports.clock.now(), limit: MOST })
    this.#held.clear()
    for (const claim of found) this.#held.set(claim.path, claim)
  }

  /** Tries to take a file (by its real path) for a session; a dead holder loses it, and any holder where `isForced`. */
  async take({ session, project, worktree }: Claimant, path: string, isForced = false): Promise<ClaimTry> {
    const { claims, secrets, clock } = this.#ports
    const now = clock.now()
    const lifetime = this.#lifetimeIn(project)
    const own = this.#held.get(path)
    if (own?.session === session && own.until - now > lifetime / 2) return { claim: own, isFresh: false }
    const until = now + lifetime
    const wanted = await clean({ path, project, worktree, session, since: now, until }, secrets)
    const first = await claims.take(wanted, now)
    const isKept = first.session === session || (!isForced && this.#presence.live(first.session) !== undefined)
    const claim = isKept ? first : await claims.take(wanted, now, first.session)
    this.#held.set(claim.path, claim)
    return { claim, isFresh: claim.session === session && claim.since === now }
  }

  /** Carries out what a behaviour asks for. */
  async apply(change: ClaimChange): Promise<void> {
    if (change.kind === 'handOver') return this.handOver(change.from, change.to)
    const real = await Promise.all((change.paths ?? []).map((path) => this.#ports.workspace.realPath(path)))
    if (change.kind === 'take') await Promise.all(real.map((path) => this.take(change, path)))
    else if (change.paths === undefined) await this.release(change.session)
    else for (const path of real) await this.release(change.session, path)
  }

  release(session: string, path?: string): Promise<number> {
    for (const claim of this.#of(session)) if (path === undefined || claim.path === path) this.#held.delete(claim.path)
    if (path === undefined) this.#renewed.delete(session)
    return this.#ports.claims.release(session, path)
  }

  async handOver(from: string, to: string): Promise<void> {
    const { claims, secrets, clock } = this.#ports
    await claims.handOver(from, await clean(to, secrets))
    for (const claim of this.#of(from)) this.#held.set(claim.path, { ...claim, session: to })
    this.#renewed.delete(from)
    this.#renewed.set(to, clock.now())
  }

  /** The claims of live sessions other than this one, the latest first. */
  others(project: string | undefined, session: string): readonly Claim[] {
    const now = this.#ports.clock.now()
    const found = [...this.#held.values()].filter(
      (claim) =>
        claim.until > now &&
        claim.session !== session &&
        (project ?? claim.project) === claim.project &&
        this.#presence.isLive(claim.session),
    )
    return found.sort((a, b) => b.since - a.since)
  }

  /** Activity renews claims, and no commit changes them otherwise. */
  hear(change: StoreChange): Promise<void> | undefined {
    if (change.kind !== 'committed') return sessionsTouched(change, []) === undefined ? undefined : this.load()
    for (const one of change.changes) if (one.kind === 'session') this.#renew(one.change.id, one.change.project)
    return undefined
  }

  #of(session: string): readonly Claim[] {
    return [...this.#held.values()].filter((claim) => claim.session === session)
  }

  /** Not at every call: a claim may lose up to a third of its lifetime. */
  #renew(session: string, project: string): void {
    const before = this.#renewed.get(session)
    const now = this.#ports.clock.now()
    const lifetime = this.#lifetimeIn(project)
    if (before !== undefined && now - before < lifetime / 3) return
    const until = now + lifetime
    this.#renewed.set(session, now)
    for (const claim of this.#of(session)) if (claim.until > now) this.#held.set(claim.path, { ...claim, until })
    this.#ports.claims.renew(session, until, now).catch(() => this.#renewed.delete(session))
  }

  #lifetimeIn(project: string): number {
    return this.#ports.config.settings(project).claims.minutes * 60_000
  }
}
