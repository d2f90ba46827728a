import type { Answer } from '../domain/answer.ts'
import type { Part } from '../domain/behaviour.ts'
import type { Omitted, PackedSection } from '../domain/context/pack.ts'
import type { Lane } from '../domain/effects.ts'
import type { Draft, Event } from '../domain/events.ts'
import { orderOf } from '../domain/order.ts'
import { type Deadline, deadlineIn } from './deadline.ts'
import type { Intake, SourceHint } from './intake.ts'
import { createKeys } from './keys.ts'
import type { Recorded } from './perform/perform.ts'
import type { PostAnswer, PostAnswerParts } from './post-answer.ts'
import { passes } from './recording.ts'
import { type ReplyTurn, turn } from './turn.ts'

/** The result of an event. `eventId` is missing if the event leaves no trace. */
export interface TurnResult {
  readonly answer: Answer
  readonly eventId?: string
  readonly tokens: number
  readonly sections: readonly PackedSection[]
  readonly omitted: readonly Omitted[]
}

/** How an event arrives; by default it is happening now. */
export interface TakeOptions {
  /** A dry run: nothing is stored, granted or queued. */
  readonly rehearsal?: boolean | undefined
  /** Which part of its answer is requested; `fast` by default. Each part is requested once. */
  readonly part?: Part | undefined
  /**
   * It is reported by a source after the fact: its ordinal among events with the same identity, and the branch at the
   * time.
   */
  readonly retold?: SourceHint | undefined
  /** How long the answer may take; nobody waits for it if absent. */
  readonly withinMs?: number | undefined
  /** How much longer when that is over, in milliseconds; 0 if the client will not wait. */
  readonly moreMs?: (() => number) | undefined
  /** Whether the client got the answer; by default it did. */
  readonly sent?: Promise<boolean> | undefined
}

const SILENT: TurnResult = { answer: {}, tokens: 0, sections: [], omitted: [] }

/** The dispatcher's dependencies; `afterwards` takes work that can wait until the answer is sent. */
export interface DispatcherParts extends PostAnswerParts {
  readonly intake: Intake
  readonly postAnswer: PostAnswer
  readonly afterwards: (work: () => Promise<void>) => void
}

/** A stored event. `first`: this caller stored it and does the work that follows. */
interface Admitted {
  readonly event: Event
  readonly recorded: Recorded
  readonly first: boolean
}

/** An event for which both parts of an answer are requested. */
interface Delivery {
  readonly key: string
  readonly at: number
  readonly parts: Set<Part>
  readonly admitted: Promise<Admitted>
}

/** A client requests both parts at once, and gives up on the slow one after twelve seconds. */
const DELIVERY_MS = 15_000

/** The entry point: events in, answers out. */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #keys = createKeys()
  #deliveries: readonly Delivery[] = []

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /**
   * Records and answers; never rejects. An event that no behaviour wants is answered without touching the store or the
   * disk.
   */
  async take(told: Draft, options: TakeOptions = {}): Promise<TurnResult> {
    const { rehearsal = false, retold, part = 'fast', withinMs, moreMs, sent } = options
    if (!rehearsal && !this.#concerns(told, part)) return SILENT
    const deadline = withinMs === undefined ? undefined : deadlineIn(withinMs, moreMs)
    const asked: Asked = { part, deadline, sent }
    try {
      const draft = await this.#parts.intake.named(told)
      const order = rehearsal || retold ? undefined : orderIn(draft)
      const excluded = await this.#parts.intake.excluded(draft, retold)
      const obeyed = order && (excluded || order.verb !== 'remember') ? await this.#obey(draft, asked) : undefined
      if (obeyed) return obeyed
      if (excluded) return SILENT
      return await (rehearsal ? this.#rehearse(draft, asked) : this.#answer(draft, asked, retold))
    } catch (error) {
      this.#parts.ports.log.error('an event could not be answered', { event: told.name, error: String(error) })
      return SILENT
    } finally {
      deadline?.clear()
    }
  }

  /**
   * Whether an event has any effect: part of an answer, or something stored. Events that no behaviour names are stored,
   * too.
   */
  #concerns(draft: Draft, part: Part): boolean {
    const { registry, intake } = this.#parts
    // Before a call, what is asked for in one project need not be asked for in this one
    if (passes(draft.name))
      return registry.due({ ...draft, project: intake.projectOf(draft) }, 'reply', part).length > 0
    const isDue = (lane: Lane) => registry.due(draft, lane, part).length > 0
    if (part === 'slow') return isDue('reply')
    return isDue('record') || isDue('reply') || isDue('later') || !registry.recorded(draft)
  }

  async #answer(draft: Draft, asked: Asked, retold: TakeOptions['retold']): Promise<TurnResult> {
    const { event, recorded, first } = await this.#admitOnce(draft, asked.part, retold)
    if (recorded.excluded || recorded.forgotten) return SILENT
    const done = await this.#turn(event, asked)
    const { postAnswer, afterwards } = this.#parts
    const { runs, derived, fresh, owes } = first ? recorded : { ...recorded, ...LEFT_TO_THE_FIRST }
    if (owes || runs.length + done.runs.length + done.observers > 0) {
      const { sent } = asked
      afterwards(() => postAnswer.follow({ event, turn: done, recorded: runs, derived, fresh, owes, sent }))
    }
    return resultOf(event, done)
  }

  /** Both parts of an answer are about one event, stored by whichever is requested first. */
  async #admitOnce(draft: Draft, part: Part, retold: TakeOptions['retold']): Promise<Admitted> {
    if (retold || this.#parts.registry.due(draft, 'reply', 'slow').length === 0) return this.#admit(draft, retold)
    const now = performance.now()
    const key = JSON.stringify(draft.identity.parts)
    this.#deliveries = this.#deliveries.filter(({ at }) => now - at < DELIVERY_MS)
    const known = this.#deliveries.findLast((each) => each.key === key && !each.parts.has(part))
    if (known) {
      known.parts.add(part)
      return { ...(await known.admitted), first: false }
    }
    const admitted = this.#admit(draft, retold)
    this.#deliveries = [...this.#deliveries, { key, at: now, parts: new Set([part]), admitted }]
    return admitted
  }

  /** A command to Hindcast itself; works while paused, too, and is never stored. Undefined if nobody handles it. */
  async #obey(draft: Draft, asked: Asked): Promise<TurnResult | undefined> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event, { ...asked, part: 'fast' })
    const { postAnswer, afterwards } = this.#parts
    const isHeard = done.merged.answer.block !== undefined
    const { sent } = asked
    if (isHeard)
      afterwards(() =>
        postAnswer.follow({ event, turn: done, recorded: [], derived: [], fresh: true, owes: false, sent }),
      )
    else await postAnswer.forget(done)
    return isHeard ? resultOf(event, done) : undefined
  }

  /**
   * Two equal events must not get the same ordinal, so events that need one are admitted one at a time within a
   * session.
   */
  async #admit(draft: Draft, retold: TakeOptions['retold']): Promise<Admitted> {
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

  async #rehearse(draft: Draft, asked: Asked): Promise<TurnResult> {
    const event = await this.#parts.intake.imagine(draft)
    const done = await this.#turn(event, asked)
    await this.#parts.postAnswer.forget(done)
    return resultOf(event, done)
  }

  #turn(event: Event, { part, deadline }: Asked): Promise<ReplyTurn> {
    const { registry, stage, ports } = this.#parts
    return turn(event, { registry, stage, settings: ports.config.settings(event.project), part, deadline })
  }
}

/** What an answer is asked for. */
interface Asked {
  readonly part: Part
  readonly deadline: Deadline | undefined
  readonly sent: Promise<boolean> | undefined
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
