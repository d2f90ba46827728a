import { examplesOf } from '../../domain/artifacts/examples.ts'
import type { RuleText } from '../../domain/artifacts/rule.ts'
import { type Support, saidOf } from '../../domain/artifacts/standing.ts'
import type { EventRecord } from '../../domain/nouns/event.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { PublisherPorts } from './stock.ts'

/** How many sessions, and how many of their newest calls, are searched for examples. */
const SESSIONS = 3
const CALLS = 200

type Ports = Pick<PublisherPorts, 'memories' | 'evidence'>

/** The evidence of lessons, each session's calls read once. */
export class Supports {
  readonly #ports: Ports
  readonly #calls = new Map<string, Promise<readonly EventRecord[]>>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async signalsOf({ evidence }: Lesson): Promise<readonly Signal[]> {
    const found = await this.#ports.memories.show(evidence)
    return found.flatMap((one) => (one.kind === 'signal' ? [one.record] : []))
  }

  async of(lesson: Lesson): Promise<Support> {
    const signals = await this.signalsOf(lesson)
    const newest = signals.reduce<Signal | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined)
    return { signals, isLive: newest !== undefined && newest.isPast !== true }
  }

  /** The lesson with commands from the sessions in which it was taught. */
  async ruleOf(lesson: Lesson): Promise<RuleText> {
    const signals = await this.signalsOf(lesson)
    const sessions = [...new Set(signals.toSorted((a, b) => a.at - b.at).map(({ session }) => session))]
    const calls = await Promise.all(sessions.slice(-SESSIONS).map((session) => this.#callsOf(session)))
    const said = saidOf(lesson, signals).toSorted((a, b) => a.at - b.at)
    return { lesson, said, ...examplesOf(lesson, calls.flat()) }
  }

  #callsOf(session: string): Promise<readonly EventRecord[]> {
    const names = ['PostToolUse', 'PostToolUseFailure']
    const calls =
      this.#calls.get(session) ?? this.#ports.evidence.events({ session, names, limit: CALLS, newest: true })
    this.#calls.set(session, calls)
    return calls
  }
}
