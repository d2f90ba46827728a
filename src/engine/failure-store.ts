import type { AnyReaction, Behaviour } from '../domain/behaviour.ts'
import type { Clock, Failure, Failures, Log, Secrets } from '../ports.ts'
import { clean } from './perform/redact.ts'

/** A failure with the reaction that it is of. */
type Noted = Omit<Failure, 'reaction'> & { readonly reaction: AnyReaction }

/** What failed, noted for the time after a restart. No answer waits for the store, and nothing here fails. */
export interface FailureStore {
  failed(behaviour: string, reaction: AnyReaction, failures: number): void
  succeeded(behaviour: string, reaction: AnyReaction): void
  revived(behaviour: string): void
  list(): Promise<readonly Noted[]>
  /** Resolves when what was noted is kept. */
  settled(): Promise<void>
}

/** What notes need. */
interface FailureStorePorts {
  readonly failures: Failures
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly release: string
}

/** FailureStore over a store: a reaction is known by its behaviour and its place there, which one release does not change. */
export function failureStore(
  behaviours: readonly Behaviour[],
  { failures, clock, log, secrets, release }: FailureStorePorts,
): FailureStore {
  const reactionsOf = (name: string) => behaviours.find((each) => each.name === name)?.reactions ?? []
  const complain = (error: unknown) => log.error('failures could not be noted', { error: String(error) })
  let kept: Promise<unknown> = Promise.resolve()
  // One after another: what succeeded since must not be noted as failed
  const keep = (note: () => Promise<unknown>) => {
    kept = kept.then(note).catch(complain)
  }
  const note = async (failure: Failure) => {
    const noted = await clean({ failure, release }, secrets)
    await failures.note(noted.failure, noted.release)
  }
  return {
    failed(behaviour, reaction, inARow) {
      const place = reactionsOf(behaviour).indexOf(reaction)
      const at = clock.now()
      keep(() => note({ behaviour, reaction: place, failures: inARow, at }))
    },
    succeeded: (behaviour, reaction) => keep(() => failures.clear(behaviour, reactionsOf(behaviour).indexOf(reaction))),
    revived: (behaviour) => keep(() => failures.clear(behaviour)),
    async list() {
      const found = await failures.list(release).catch((error: unknown): readonly Failure[] => {
        complain(error)
        return []
      })
      return found.flatMap((each) => {
        const reaction = reactionsOf(each.behaviour)[each.reaction]
        return reaction === undefined ? [] : [{ ...each, reaction }]
      })
    },
    settled: async () => void (await kept),
  }
}
