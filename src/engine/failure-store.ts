import type { AnyReaction, Behaviour } from '../domain/behaviour.ts'
import type { Clock, Failure, Failures, Log, Secrets } from '../ports.ts'
import { clean } from './perform/redact.ts'

/** A failure and its reaction. */
type Noted = Omit<Failure, 'reaction'> & { readonly reaction: AnyReaction }

/** Persists failures across restarts. No answer waits for it, and it never throws. */
export interface FailureStore {
  failed(behaviour: string, reaction: AnyReaction, failures: number): void
  succeeded(behaviour: string, reaction: AnyReaction): void
  revived(behaviour: string): void
  list(): Promise<readonly Noted[]>
  /** Resolves once everything noted is stored. */
  settled(): Promise<void>
}

/** The failure store's dependencies. */
interface FailureStorePorts {
  readonly failures: Failures
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly release: string
}

/**
 * FailureStore over a store: a reaction is identified by its behaviour and its index there, which is fixed within a
 * release.
 */
export function failureStore(
  behaviours: readonly Behaviour[],
  { failures, clock, log, secrets, release }: FailureStorePorts,
): FailureStore {
  const reactionsOf = (name: string) => behaviours.find((each) => each.name === name)?.reactions ?? []
  const complain = (error: unknown) => log.error('failures could not be noted', { error: String(error) })
  let kept: Promise<unknown> = Promise.resolve()
  // One after another, so that a later success is not overwritten by an earlier failure
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
