import type { Faults, Quieter } from '../../domain/facts.ts'
import type { Clock, Grants, Secrets, StoreCare } from '../../ports.ts'
import { type GrantTaker, tellingOnce } from './telling-once.ts'

/** A behaviour disabled after repeated failures, and when. */
export interface Suspended {
  readonly behaviour: string
  readonly failures: number
  readonly at: number
}

/** Events that could not be stored: how many, when the first was lost, and whether the disk was full when the last was. */
export interface Lost {
  readonly count: number
  readonly since: number
  readonly isDiskFull: boolean
}

/** Faults since the engine was created. */
export interface KnownFaults {
  readonly off: readonly Suspended[]
  readonly lost: Lost | undefined
  /** Behaviours that say less because little of it is used. */
  readonly quieter: readonly Quieter[]
}

/** What the fact is asked from. */
export interface FaultPorts {
  readonly grants: Grants
  readonly clock: Clock
  readonly secrets: Secrets
  /** Absent if the store does not recover by itself. */
  readonly storeCare?: StoreCare
  /** When the daemon replaced one that had stopped unexpectedly. */
  readonly failedAt?: number | undefined
}

/** Each fault is given to the first asker, by a grant. If the store cannot take grants, the fault is given again. */
export function faultFact(
  { grants, clock, secrets, storeCare, failedAt }: FaultPorts,
  known: (project: string) => KnownFaults,
) {
  const isUntold = tellingOnce({ grants, clock, secrets })

  return async (_: object, asker: GrantTaker): Promise<Faults> => {
    const { off, lost, quieter } = known(asker.event.project)
    const untold: Suspended[] = []
    for (const each of off) if (await isUntold(`${each.behaviour} off at ${each.at}`, asker)) untold.push(each)
    const isLost = lost !== undefined && (await isUntold(`${lost.count} events lost since ${lost.since}`, asker))
    const less: Quieter[] = []
    for (const each of quieter) if (await isUntold(`${each.behaviour} quieter`, asker)) less.push(each)
    const [recovery, backupFailure] = [storeCare?.recovery(), storeCare?.backupFailure()]
    const isNews = recovery !== undefined && (await isUntold(`restored at ${recovery.at}`, asker))
    const isFailing = backupFailure !== undefined && (await isUntold(`no backup: ${backupFailure}`, asker))
    const isReplaced = failedAt !== undefined && (await isUntold(`replaced at ${failedAt}`, asker))
    return {
      off: untold,
      lost: isLost ? lost.count : 0,
      ...(isLost && lost.isDiskFull && { isDiskFull: true }),
      quieter: less,
      ...(isNews && { recovery }),
      ...(isFailing && { backupFailure }),
      ...(isReplaced && { failedAt }),
    }
  }
}
