import type { Follower, StoreChange } from '../ports.ts'
import type { PastStage } from './past-stage.ts'
import type { StoreStage } from './store-stage.ts'

/** What to do about each kind of change. */
type Hearing = { readonly [K in StoreChange['kind']]: readonly (() => unknown)[] }

/**
 * Who hears of what happens to the store, besides all that the engine keeps in memory (`engine/in-memory`) and where it
 * takes sessions to belong (`engine/intake`).
 */
export function followersOf(
  { live, store, semantic, care }: StoreStage,
  { code, replays, imports }: PastStage,
): Hearing {
  const textsToEmbed = () => semantic.wake()
  const switches = () => live.adopt(store.switches)
  const codeBeingRead = () => code.rest()
  const codeIndexes = () => code.forget()
  const currentReplay = () => replays.restart()
  const oldBackups = () => care.owe()
  const nextBackup = () => care.backUpSoon()
  const importer = () => imports.lookAgain()
  const lostRecords = () => care.follow()
  return {
    committed: [textsToEmbed],
    imported: [textsToEmbed],
    restored: [textsToEmbed, switches],
    paused: [codeBeingRead],
    forgotten: [switches, codeIndexes, currentReplay, oldBackups],
    swept: [nextBackup],
    settled: [switches],
    recovered: [switches, importer, lostRecords],
  }
}

/** As followers: a deletion is heard of when it is done, not when it is announced. */
export const hearing = (all: Hearing): Follower => ({
  hear(change) {
    if (change.kind === 'forgotten' && change.isMarked) return undefined
    const work = all[change.kind].map((one) => one()).filter((done) => done instanceof Promise)
    return work.length === 0 ? undefined : Promise.all(work)
  },
})
