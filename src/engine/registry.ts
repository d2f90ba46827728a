import type { AnyReaction, Behaviour, Part } from '../domain/behaviour.ts'
import type { Lane } from '../domain/effects.ts'
import type { EventName } from '../domain/events.ts'
import type { UseFigures } from '../domain/memory/use.ts'
import { type Demanded, type Happening, type Wanted, wantedBy, wants } from '../domain/subscriptions.ts'
import type { ActKind } from '../domain/tool.ts'
import type { Clock, Config, Log, Scope } from '../ports.ts'
import type { Suspended } from './facts/faults.ts'
import type { FailureStore } from './failure-store.ts'

/** A reaction and its behaviour. */
export interface Member {
  readonly behaviour: string
  readonly reaction: AnyReaction
}

/** A behaviour's health. `on` is false if the user or the engine disabled it. */
export interface Health {
  readonly behaviour: string
  readonly on: boolean
  /** The longest current run of failures among its reactions. */
  readonly failures: number
  readonly error?: string | undefined
  /** The worst of its reactions that are often late. */
  readonly late?: Lateness | undefined
  /** The figures, if the behaviour says less because its records are seldom used. */
  readonly quieter?: UseFigures | undefined
}

/** A reaction that was too often not ready at the deadline: the share (0–1) of its recent runs, and their number. */
export interface Lateness {
  readonly share: number
  readonly runs: number
}

/** `off`: disabled by the user; `suspended`: disabled after failures, until it is enabled again or upgraded. */
export type State = 'on' | 'suspended' | 'off'

/** Who reacts to what, and which behaviours are disabled. */
export interface Registry {
  /** The reactions to an event, of the `fast` part by default: what weighs most first, then by behaviour name. */
  due(event: Happening, lane: Lane, part?: Part): readonly Member[]
  /**
   * Whether some behaviour decides on storing events of this name; a behaviour that the user disabled stores none of
   * them.
   */
  recorded(event: Happening): boolean
  /** What hosts are asked for on behalf of the behaviours that the user has not disabled everywhere. */
  wanted(): readonly Wanted[]
  readonly demands: Demands
  /** Overall, or in one session and project. */
  state(behaviour: string, scope?: Scope): State
  succeeded(member: Member): void
  failed(member: Member, error: string): void
  /** It was not ready at the deadline; counted, but not a failure, since the machine may be busy. */
  late(member: Member): void
  /** Clears a behaviour's failures and enables it again. */
  revive(behaviour: string): void
  health(scope?: Scope): readonly Health[]
  suspended(): readonly Suspended[]
  /** Loads the failures noted before a restart. Never rejects. */
  restore(): Promise<void>
}

/** The acts currently wanted by reactions with a `due`, by its name; set by whoever learns what is due. */
export interface Demands {
  readonly get: Demanded
  /** `acts` is asked each time, since it may depend on settings. */
  set(name: string, acts: (project?: string) => readonly ActKind[]): void
  /** Asks again, because what a demand depends on may have changed. */
  review(): void
  /** Reports each change of what is in demand in any project. */
  watch(listener: () => void): void
}

function createDemands(): Demands {
  const demanded = new Map<string, (project?: string) => readonly ActKind[]>()
  const listeners: (() => void)[] = []
  const get: Demanded = (name, project) => demanded.get(name)?.(project) ?? []
  let last = ''
  const review = () => {
    const now = JSON.stringify([...demanded.keys()].map((name) => [name, get(name)]))
    if (now === last) return
    last = now
    for (const listener of listeners) listener()
  }
  return {
    get,
    set(name, acts) {
      demanded.set(name, acts)
      review()
    },
    review,
    watch: (listener) => void listeners.push(listener),
  }
}

/** Indexes the reactions once; settings and demands are read each time, so that changes apply immediately. */
export function createRegistry(
  behaviours: readonly Behaviour[],
  ports: RegistryPorts,
  noted: FailureStore = FORGETFUL,
): Registry {
  const { config } = ports
  const index = indexOf(behaviours)
  const demands = createDemands()
  const punctuality = createPunctuality()
  const { streaks, suspended, ...breaker } = createCircuitBreaker(behaviours, ports, noted)

  function state(name: string, scope?: Scope): State {
    if (!config.enabled(name, scope)) return 'off'
    return suspended.has(name) ? 'suspended' : 'on'
  }

  function healthOf({ name, reactions }: Behaviour, scope?: Scope): Health {
    const worst = reactions.flatMap((each) => streaks.get(each) ?? []).sort((a, b) => b.failures - a.failures)[0]
    const late = reactions.flatMap((each) => punctuality.latenessOf(each) ?? []).sort((a, b) => b.share - a.share)[0]
    const { failures = 0, error } = worst ?? {}
    return { behaviour: name, on: state(name, scope) === 'on', failures, error, ...(late && { late }) }
  }

  const members = (event: EventName, lane: Lane, part: Part = 'fast') => index.get(`${lane} ${part} ${event}`) ?? NONE
  return {
    ...breaker,
    succeeded(member) {
      breaker.succeeded(member)
      punctuality.ran(member.reaction, false)
    },
    late: (member) => punctuality.ran(member.reaction, true),
    due: (event, lane, part) =>
      members(event.name, lane, part).filter(
        ({ behaviour, reaction }) => state(behaviour, event) === 'on' && wants(reaction, event, demands.get),
      ),
    recorded: (event) => members(event.name, 'record').some(({ behaviour }) => state(behaviour, event) !== 'suspended'),
    wanted: () => wantedBy(behaviours, (name) => config.enabled(name), demands.get),
    demands,
    state,
    health: (scope) => behaviours.map((each) => healthOf(each, scope)),
    suspended: () => [...suspended.values()],
  }
}

/** Counts consecutive failures of each reaction, and disables the behaviour of one that has too many. */
interface CircuitBreaker extends Pick<Registry, 'succeeded' | 'failed' | 'revive' | 'restore'> {
  readonly streaks: ReadonlyMap<AnyReaction, { readonly failures: number; readonly error: string | undefined }>
  readonly suspended: ReadonlyMap<string, Suspended>
}

function createCircuitBreaker(
  behaviours: readonly Behaviour[],
  { config, log, clock }: RegistryPorts,
  noted: FailureStore,
): CircuitBreaker {
  const streaks = new Map<AnyReaction, { failures: number; error: string | undefined }>()
  const suspended = new Map<string, Suspended>()
  return {
    streaks,
    suspended,
    succeeded({ behaviour, reaction }) {
      if (streaks.delete(reaction)) noted.succeeded(behaviour, reaction)
    },
    failed({ behaviour, reaction }, error) {
      const failures = (streaks.get(reaction)?.failures ?? 0) + 1
      streaks.set(reaction, { failures, error })
      noted.failed(behaviour, reaction, failures)
      if (failures < config.settings().failures.max || suspended.has(behaviour)) return
      suspended.set(behaviour, { behaviour, failures, at: clock.now() })
      log.warn('behaviour switched off by its failures', { behaviour, failures })
    },
    revive(name) {
      suspended.delete(name)
      noted.revived(name)
      for (const reaction of behaviours.find((each) => each.name === name)?.reactions ?? []) streaks.delete(reaction)
    },
    async restore() {
      for (const { behaviour, reaction, failures, at } of await noted.list()) {
        streaks.set(reaction, { failures, error: undefined })
        const known = suspended.get(behaviour)
        if (failures < config.settings().failures.max || (known && known.at <= at)) continue
        suspended.set(behaviour, { behaviour, failures, at })
      }
    },
  }
}

/** The number of recent runs considered, the minimum number for a verdict, and the tolerated share of late ones. */
const LAST_RUNS = 50
const FEWEST_RUNS = 20
const MOST_LATE = 0.2

/** Tracks which of each reaction's recent runs were not ready in time. */
function createPunctuality() {
  const lastRuns = new Map<AnyReaction, boolean[]>()
  return {
    ran(reaction: AnyReaction, wasLate: boolean): void {
      const runs = lastRuns.get(reaction) ?? []
      runs.push(wasLate)
      if (runs.length > LAST_RUNS) runs.shift()
      lastRuns.set(reaction, runs)
    },
    /** Undefined if it usually is in time, or has not run often enough to tell. */
    latenessOf(reaction: AnyReaction): Lateness | undefined {
      const runs = lastRuns.get(reaction) ?? []
      const share = runs.filter(Boolean).length / Math.max(runs.length, 1)
      if (runs.length < FEWEST_RUNS || share <= MOST_LATE) return undefined
      return { share, runs: runs.length }
    },
  }
}

/** The registry's dependencies. */
interface RegistryPorts {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
}

/** For an engine that does not outlive its process. */
const FORGETFUL: FailureStore = {
  failed: () => {},
  succeeded: () => {},
  revived: () => {},
  list: async () => [],
  settled: async () => {},
}

const NONE: readonly Member[] = []

function indexOf(behaviours: readonly Behaviour[]): ReadonlyMap<string, readonly Member[]> {
  const index = new Map<string, Member[]>()
  for (const { name, reactions } of [...behaviours].sort((a, b) => (a.name < b.name ? -1 : 1)))
    for (const reaction of reactions) {
      const slot = `${reaction.lane} ${reaction.part ?? 'fast'} ${reaction.event}`
      index.set(slot, [...(index.get(slot) ?? []), { behaviour: name, reaction }])
    }
  for (const members of index.values()) members.sort((a, b) => (b.reaction.weight ?? 0) - (a.reaction.weight ?? 0))
  return index
}
