import type { Answer } from '../domain/answer.ts'
import type { Omitted, PackedSection } from '../domain/context/pack.ts'
import type { Draft, Event } from '../domain/events.ts'
import { orderOf } from '../domain/order.ts'
import type { Intake } from './intake.ts'
import { createKeys } from './keys.ts'
import type { Recorded } from './perform/perform.ts'
import type { PostAnswer, PostAnswerParts } from './post-answer.ts'
import { type Turn, turn } from './turn.ts'

/** What an event came to. `eventId` is missing where the event leaves no trace. */
export interface TurnResult {
  readonly answer: Answer
  readonly eventId?: string
  readonly tokens: number
  readonly sections: readonly PackedSection[]
  readonly omitted: readonly Omitted[]
}

/** How an event comes: lived, as a rule. */
export interface Taking {
  /** It does not happen: nothing is kept, taken or owed. */
  readonly rehearsal?: boolean | undefined
  /** A source tells it: which of those that share its identity it is, and the branch of then. */
  readonly retold?: { readonly ordinal: number | undefined; readonly branch?: string | undefined } | undefined
}

const SILENT: TurnResult = { answer: {}, tokens: 0, sections: [], omitted: [] }

/** What the dispatcher works with; `afterwards` is given what can wait until the answer is on its way. */
export interface DispatcherParts extends PostAnswerParts {
  readonly intake: Intake
  readonly postAnswer: PostAnswer
  readonly afterwards: (work: () => Promise<void>) => void
}

/** Where events come in and answers go out. */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #arrivals = createKeys()

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Records and answers; never rejects. */
  async take(draft: Draft, { rehearsal = false, retold }: Taking = {}): Promise<TurnResult> {
    try {
      const order = rehearsal || retold ? undefined : orderIn(draft)
      const excluded = await this.#parts.intake.excluded(draft)
      const obeyed = order && (excluded || order.verb !== 'remember') ? await this.#obey(draft) : undefined
      if (obeyed) return obeyed
      if (excluded) return SILENT
      return await (rehearsal ? this.#rehearse(draft) : this.#answer(draft, retold))
    } catch (error) {
      this.#parts.ports.log.error('an event could not be answered', { event: draft.name, error: String(error) })
      return SILENT
    }
  }

  async #answer(draft: Draft, retold: Taking['retold']): Promise<TurnResult> {
    const { event, recorded } = await this.#arrive(draft, retold)
    if (recorded.excluded || recorded.forgotten) return SILENT
    const done = await this.#turn(event)
    const { postAnswer, afterwards } = this.#parts
    const { runs, derived, fresh, owes } = recorded
    if (owes || runs.length + done.runs.length > 0) {
      afterwards(() => postAnswer.follow({ event, turn: done, recorded: runs, derived, fresh, owes }))
    }
    return resultOf(event, done)
  }

  /** An order to Hindcast itself, heard in a pause too: nothing of it is kept. Undefined where nobody answers it. */
  async #obey(draft: Draft): Promise<TurnResult | undefined> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event)
    const { postAnswer, afterwards } = this.#parts
    const isHeard = done.merged.answer.block !== undefined
    if (isHeard)
      afterwards(() => postAnswer.follow({ event, turn: done, recorded: [], derived: [], fresh: true, owes: false }))
    else await postAnswer.forget(done, event)
    return isHeard ? resultOf(event, done) : undefined
  }

  /** Two alike must not get one ordinal, so a session's events that are counted come in one after the other. */
  async #arrive(draft: Draft, retold: Taking['retold']): Promise<{ event: Event; recorded: Recorded }> {
    const release = draft.identity.ordinal ? await this.#arrivals.take(draft.session, {}) : () => {}
    try {
      const admitted = await this.#parts.intake.admit(draft, retold?.ordinal)
      const event = retold?.branch === undefined ? admitted : { ...admitted, branch: retold.branch }
      const recorded = await this.#parts.performer.record(event)
      if (recorded.excluded) this.#parts.intake.exclude(event)
      return { event, recorded }
    } catch (error) {
      this.#parts.performer.lose()
      throw error
    } finally {
      release()
    }
  }

  async #rehearse(draft: Draft): Promise<TurnResult> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event)
    await this.#parts.postAnswer.forget(done, event)
    return resultOf(event, done)
  }

  #turn(event: Event): Promise<Turn> {
    const { registry, stage, ports } = this.#parts
    return turn(event, registry, stage, ports.config.settings(event.project))
  }
}

const orderIn = (draft: Draft) => (draft.name === 'UserPromptSubmit' ? orderOf(draft.prompt) : undefined)

const resultOf = (event: Event, { merged: { answer, tokens, sections, omitted } }: Turn): TurnResult => ({
  answer,
  eventId: event.id,
  tokens,
  sections,
  omitted,
})
