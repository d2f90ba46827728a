import type { Claim, ClaimChange } from '../domain/coordination/claim.ts'
import type { Claims, Clock, Config, Journal, Secrets, Workspace } from '../ports.ts'
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

/** Takes claims in the store, from the dead too, and renews them while their sessions are active. */
export class FileClaims {
  readonly #ports: ClaimPorts
  readonly #presence: Presence
  /** When the claims of a session were last renewed, if it holds any. */
  readonly #renewed = new Map<string, number>()

  constructor(ports: ClaimPorts, presence: Presence) {
    this.#ports = ports
    this.#presence = presence
  }

  /** Tries to take a file (by its real path) for a session; a dead holder loses it, and any holder where `isForced`. */
  async take({ session, project, worktree }: Claimant, path: string, isForced = false): Promise<ClaimTry> {
    const { claims, secrets, clock } = this.#ports
    const now = clock.now()
    const until = now + this.#lifetimeIn(project)
    const wanted = await clean({ path, project, worktree, session, since: now, until }, secrets)
    const first = await claims.take(wanted, now)
    const isKept = first.session === session || (!isForced && this.#presence.live(first.session) !== undefined)
    const claim = isKept ? first : await claims.take(wanted, now, first.session)
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
    if (path === undefined) this.#renewed.delete(session)
    return this.#ports.claims.release(session, path)
  }

  async handOver(from: string, to: string): Promise<void> {
    const { claims, secrets, clock } = this.#ports
    await claims.handOver(from, await clean(to, secrets))
    this.#renewed.delete(from)
    this.#renewed.set(to, clock.now())
  }

  /** The claims of live sessions other than this one. */
  async others(project: string | undefined, session: string): Promise<readonly Claim[]> {
    const now = this.#ports.clock.now()
    const all = await this.#ports.claims.list({ project, now, limit: MOST })
    return all.filter((claim) => claim.session !== session && this.#presence.isLive(claim.session))
  }

  /** The journal, observed for the activity that renews claims. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      for (const change of each.changes)
        if (change.kind === 'session') this.#renew(change.change.id, change.change.project)
      return done
    }
    return { ...journal, commit }
  }

  /** Not at every call: a claim may lose up to a third of its lifetime. */
  #renew(session: string, project: string): void {
    const before = this.#renewed.get(session)
    const now = this.#ports.clock.now()
    const lifetime = this.#lifetimeIn(project)
    if (before !== undefined && now - before < lifetime / 3) return
    this.#renewed.set(session, now)
    this.#ports.claims.renew(session, now + lifetime, now).catch(() => this.#renewed.delete(session))
  }

  #lifetimeIn(project: string): number {
    return this.#ports.config.settings(project).claims.minutes * 60_000
  }
}

/** More live claims than any project has. */
const MOST = 1_000
