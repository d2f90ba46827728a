import type { Faults, Quieter } from '../../domain/facts.ts'
import type { Clock, Grants, Secrets } from '../../ports.ts'
import { cleanGrant } from '../perform/redact.ts'

/** A behaviour that its failures switched off, and when. */
export interface Suspended {
  readonly behaviour: string
  readonly failures: number
  readonly at: number
}

/** Events that could not be kept: how many, and when the first. */
export interface Lost {
  readonly count: number
  readonly since: number
}

/** What went wrong since the engine was made. */
export interface KnownFaults {
  readonly off: readonly Suspended[]
  readonly lost: Lost | undefined
  /** Behaviours that tell less, since little of it is used. */
  readonly quieter: readonly Quieter[]
}

/** The event that a fault is told at; it holds the grant. */
interface Teller {
  readonly event: { readonly id: string; readonly project: string }
  readonly taken: (key: string) => void
}

const TOLD_MS = 30 * 24 * 3_600_000

/** Each fault is given to the first who asks, by a grant; a store that takes none can't know, so that it is given again. */
export function faultFact(
  { grants, clock, secrets }: { readonly grants: Grants; readonly clock: Clock; readonly secrets: Secrets },
  known: (project: string) => KnownFaults,
) {
  async function isUntold(fault: string, { event, taken }: Teller): Promise<boolean> {
    const now = clock.now()
    const key = `told: ${fault}`
    const granted = await cleanGrant(key, event, secrets)
      .then((held) => grants.take(...held, now + TOLD_MS, now))
      .catch(() => undefined)
    if (granted) taken(key)
    return granted ?? true
  }

  return async (_: object, asker: Teller): Promise<Faults> => {
    const { off, lost, quieter } = known(asker.event.project)
    const untold: Suspended[] = []
    for (const each of off) if (await isUntold(`${each.behaviour} off at ${each.at}`, asker)) untold.push(each)
    const isLost = lost !== undefined && (await isUntold(`${lost.count} events lost since ${lost.since}`, asker))
    const less: Quieter[] = []
    for (const each of quieter) if (await isUntold(`${each.behaviour} quieter`, asker)) less.push(each)
    return { off: untold, lost: isLost ? lost.count : 0, quieter: less }
  }
}
