import type { Event } from '../domain/events.ts'
import { deriveId } from '../domain/identity.ts'
import type { Telling } from '../domain/nouns/telling.ts'
import type { Config, Log, Secrets, TurnLog } from '../ports.ts'
import type { GiveBack } from './facts/asker.ts'
import type { Merged } from './merge.ts'
import type { Performer } from './perform/perform.ts'
import { cleanEntries } from './perform/redact.ts'
import type { Reacted, Stage } from './reaction.ts'
import type { Registry } from './registry.ts'
import { forfeitedGrants, type ReplyTurn, turn, unsent } from './turn.ts'
import { entriesOf } from './turn-log.ts'

/** An answered event and the work it leaves. */
export interface Answered {
  readonly event: Event
  readonly turn: ReplyTurn
  /** The reactions run when it was recorded. */
  readonly recorded: readonly Reacted[]
  /** The events derived from it and stored with it. */
  readonly derived: readonly Event[]
  /** Seen for the first time, so its work is not done yet. */
  readonly fresh: boolean
  readonly owes: boolean
  /** Whether the client got the answer; unless said otherwise, it did. */
  readonly sent?: Promise<boolean> | undefined
}

/** Dependencies of PostAnswer. */
export interface PostAnswerParts {
  readonly ports: {
    readonly turnLog: TurnLog
    readonly secrets: Secrets
    readonly config: Config
    readonly log: Log
  }
  readonly registry: Registry
  readonly stage: Stage
  readonly performer: Performer
  /** Called when jobs may be queued. */
  readonly wake: () => void
}

/** The work that follows an answer. Nothing here rejects. */
export class PostAnswer {
  readonly #parts: PostAnswerParts

  constructor(parts: PostAnswerParts) {
    this.#parts = parts
  }

  /**
   * Runs the reactions that only look on, performs work, stores told ids, returns forfeited grants, writes the turn log, and
   * runs the reactions to derived events.
   */
  async follow({ event, turn: answered, recorded, derived: kept, fresh, owes, sent }: Answered): Promise<void> {
    const { performer, wake, stage } = this.#parts
    const observing = fresh ? answered.observe() : []
    const isSent = (await sent) !== false
    stage.answered.note(event, answered.merged, isSent)
    const heard = isSent ? answered : unsent(answered)
    const { runs, merged } = heard
    const denied = merged.answer.deny !== undefined
    const answering = await this.#finish(answered.runs, async () => {
      await undone(forfeitedGrants(runs, denied))
      const worked = fresh ? await performer.perform(event, runs) : []
      return [...worked, ...(await performer.told(event, tellingsOf(event, merged)))]
    })
    const observed = await observing
    const seen = await this.#finish(observed, () => performer.perform(event, observed))
    const derived = [...answering, ...seen]
    if (owes || derived.length > 0) wake()
    if (merged.sections.length > 0) await stage.quieting.learn(event.project)
    await this.#write(event, [...recorded, ...runs, ...observed], heard)
    await this.#react([...kept, ...derived])
  }

  /** The same after a job, whose work is already done. */
  readonly followJob = async (event: Event, runs: readonly Reacted[], derived: readonly Event[]): Promise<void> => {
    await this.#finish(runs, () => undone(forfeitedGrants(runs, false)))
    if (derived.length > 0) this.#parts.wake()
    if (runs.some(({ effects }) => effects.some(({ kind }) => kind === 'telling')))
      await this.#parts.stage.quieting.refresh(event.project)
    await this.#write(event, runs)
    await this.#react(derived)
  }

  /** Returns a turn's grants and releases its keys without doing its work. */
  async forget({ runs }: ReplyTurn): Promise<void> {
    const taken = runs.flatMap((run) => run.grants)
    await this.#finish(runs, () => undone(taken))
  }

  /** Keys are held until their reactions' work is done. */
  async #finish(runs: readonly Reacted[], work: () => Promise<readonly Event[]>): Promise<readonly Event[]> {
    try {
      return await work()
    } catch (error) {
      this.#complain(error)
      return []
    } finally {
      for (const { release } of runs) release()
    }
  }

  async #react(derived: readonly Event[]): Promise<void> {
    const { registry, stage, ports } = this.#parts
    for (const event of derived) {
      const done = await turn(event, { registry, stage, settings: ports.config.settings(event.project) })
      await this.follow({ event, turn: done, recorded: [], derived: [], fresh: true, owes: false })
    }
  }

  async #write(event: Event, runs: readonly Reacted[], turn?: ReplyTurn): Promise<void> {
    const { turnLog, secrets } = this.#parts.ports
    try {
      const entries = entriesOf(event, runs, turn)
      if (entries.length > 0) await turnLog.append(await cleanEntries(entries, secrets))
    } catch (error) {
      this.#complain(error)
    }
  }

  #complain(error: unknown): void {
    this.#parts.ports.log.error('what follows an answer could not be done', { error: String(error) })
  }
}

async function undone(grants: readonly GiveBack[]): Promise<readonly Event[]> {
  for (const giveBack of grants) await giveBack()
  return []
}

/** A telling for each record that an answer told or withheld, by behaviour. */
function tellingsOf({ session, project, at }: Event, { sections, withheld }: Merged): Telling[] {
  const made = (behaviour: string, record: string, isWithheld: boolean): Telling => {
    const id = deriveId('t', session, behaviour, record)
    return { id, session, project, at, behaviour, record, withheld: isWithheld }
  }
  return [
    ...sections.flatMap(({ behaviour, ids }) => ids.map((id) => made(behaviour, id, false))),
    ...withheld.map(({ behaviour, id }) => made(behaviour, id, true)),
  ]
}
