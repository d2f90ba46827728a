import type { Answer } from '../domain/answer.ts'
import type { Part } from '../domain/behaviour.ts'
import type { Omitted, PackedSection } from '../domain/context/pack.ts'
import type { Lane } from '../domain/effects.ts'
import type { Draft, Event } from '../domain/events.ts'
import { orderOf } from '../domain/order.ts'
import type { Intake, SourceHint } from './intake.ts'
import { createKeys } from './keys.ts'
import type { Recorded } from './perform/perform.ts'
import type { PostAnswer, PostAnswerParts } from './post-answer.ts'
import { passes } from './recording.ts'
import { type ReplyTurn, turn } from './turn.ts'

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
  /** Which part of its answer is asked for; `fast` unless told. Each part is asked for once. */
  readonly part?: Part | undefined
  /** A source tells it: which of those that share its identity it is, and the branch of then. */
  readonly retold?: SourceHint | undefined
}

const SILENT: TurnResult = { answer: {}, tokens: 0, sections: [], omitted: [] }

/** What the dispatcher works with; `afterwards` is given what can wait until the answer is on its way. */
export interface DispatcherParts extends PostAnswerParts {
  readonly intake: Intake
  readonly postAnswer: PostAnswer
  readonly afterwards: (work: () => Promise<void>) => void
}

/** An event that was kept. `first`: the caller is the one who kept it, and does what follows from that. */
interface Arrived {
  readonly event: Event
  readonly recorded: Recorded
  readonly first: boolean
}

/** An event that both parts of an answer are asked for. */
interface Arrival {
  readonly key: string
  readonly at: number
  readonly parts: Set<Part>
  readonly arrived: Promise<Arrived>
}

/** A client asks for both parts at once, and gives up on the slow one after twelve seconds. */
const ARRIVAL_MS = 15_000

/** Where events come in and answers go out. */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #keys = createKeys()
  #arrivals: readonly Arrival[] = []

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Records and answers; never rejects. What concerns nobody is answered without a look at the store or the disk. */
  async take(told: Draft, taking: Taking = {}): Promise<TurnResult> {
    const { rehearsal = false, retold, part = 'fast' } = taking
    if (!rehearsal && !this.#concerns(told, part)) return SILENT
    try {
      const draft = await this.#parts.intake.named(told)
      const order = rehearsal || retold ? undefined : orderIn(draft)
      const excluded = await this.#parts.intake.excluded(draft, retold)
      const obeyed = order && (excluded || order.verb !== 'remember') ? await this.#obey(draft) : undefined
      if (obeyed) return obeyed
      if (excluded) return SILENT
      return await (rehearsal ? this.#rehearse(draft, part) : this.#answer(draft, part, retold))
    } catch (error) {
      this.#parts.ports.log.error('an event could not be answered', { event: told.name, error: String(error) })
      return SILENT
    }
  }

  /** Whether anything would come of an event: a part of an answer, or something kept. What no behaviour names is kept too. */
  #concerns(draft: Draft, part: Part): boolean {
    const { registry } = this.#parts
    const isDue = (lane: Lane) => registry.due(draft, lane, part).length > 0
    if (part === 'slow' || passes(draft.name)) return isDue('reply')
    return isDue('record') || isDue('reply') || isDue('later') || !registry.recorded(draft)
  }

  async #answer(draft: Draft, part: Part, retold: Taking['retold']): Promise<TurnResult> {
    const { event, recorded, first } = await this.#arriveOnce(draft, part, retold)
    if (recorded.excluded || recorded.forgotten) return SILENT
    const done = await this.#turn(event, part)
    const { postAnswer, afterwards } = this.#parts
    const { runs, derived, fresh, owes } = first ? recorded : { ...recorded, ...LEFT_TO_THE_FIRST }
    if (owes || runs.length + done.runs.length > 0) {
      afterwards(() => postAnswer.follow({ event, turn: done, recorded: runs, derived, fresh, owes }))
    }
    return resultOf(event, done)
  }

  /** Both parts of an answer are about one event, which is kept by whichever is asked for first. */
  async #arriveOnce(draft: Draft, part: Part, retold: Taking['retold']): Promise<Arrived> {
    if (retold || this.#parts.registry.due(draft, 'reply', 'slow').length === 0) return this.#arrive(draft, retold)
    const now = performance.now()
    const key = JSON.stringify(draft.identity.parts)
    this.#arrivals = this.#arrivals.filter(({ at }) => now - at < ARRIVAL_MS)
    const known = this.#arrivals.findLast((each) => each.key === key && !each.parts.has(part))
    if (known) {
      known.parts.add(part)
      return { ...(await known.arrived), first: false }
    }
    const arrived = this.#arrive(draft, retold)
    this.#arrivals = [...this.#arrivals, { key, at: now, parts: new Set([part]), arrived }]
    return arrived
  }

  /** An order to Hindcast itself, heard in a pause too: nothing of it is kept. Undefined where nobody answers it. */
  async #obey(draft: Draft): Promise<TurnResult | undefined> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event, 'fast')
    const { postAnswer, afterwards } = this.#parts
    const isHeard = done.merged.answer.block !== undefined
    if (isHeard)
      afterwards(() => postAnswer.follow({ event, turn: done, recorded: [], derived: [], fresh: true, owes: false }))
    else await postAnswer.forget(done, event)
    return isHeard ? resultOf(event, done) : undefined
  }

  /** Two alike must not get one ordinal, so a session's events that are counted come in one after the other. */
  async #arrive(draft: Draft, retold: Taking['retold']): Promise<Arrived> {
    const release = draft.identity.ordinal ? await this.#keys.take(draft.session, {}) : () => {}
    try {
      const event = await this.#parts.intake.admit(draft, retold)
      const recorded = await this.#parts.performer.record(event)
      if (recorded.excluded) this.#parts.intake.exclude(event)
      return { event, recorded, first: true }
    } catch (error) {
      this.#parts.performer.lose()
      throw error
    } finally {
      release()
    }
  }

  async #rehearse(draft: Draft, part: Part): Promise<TurnResult> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event, part)
    await this.#parts.postAnswer.forget(done, event)
    return resultOf(event, done)
  }

  #turn(event: Event, part: Part): Promise<ReplyTurn> {
    const { registry, stage, ports } = this.#parts
    return turn(event, { registry, stage, settings: ports.config.settings(event.project), part })
  }
}

const LEFT_TO_THE_FIRST = { runs: [], derived: [], owes: false }

const orderIn = (draft: Draft) => (draft.name === 'UserPromptSubmit' ? orderOf(draft.prompt) : undefined)

const resultOf = (event: Event, { merged: { answer, tokens, sections, omitted } }: ReplyTurn): TurnResult => ({
  answer,
  eventId: event.id,
  tokens,
  sections,
  omitted,
})
