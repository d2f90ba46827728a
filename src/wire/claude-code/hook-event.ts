import type * as z from 'zod'
import type { Answer } from '../../domain/answer.ts'
import type { RepliesTo } from '../../domain/effects.ts'
import type { DerivedName, EventMap, EventName } from '../../domain/events.ts'
import type { DecodeContext } from '../host.ts'
import type { AnswerField } from './answers.ts'
import type { Naming } from './identity.ts'

/** The events of which the host tells. */
export type HostEvent = Exclude<EventName, DerivedName>

/** One hook event: its payload to a body, what names it, and where its answers go. */
export interface HookEvent<E extends HostEvent> {
  readonly name: E
  read(clean: unknown, raw: unknown, context: DecodeContext): EventMap[E]
  readonly identity: (body: EventMap[E]) => Naming
  readonly answers: Answers<E>
}

/** A field for each answer that the event admits, no more and no less. */
export type Answers<E extends EventName> = { readonly [K in RepliesTo<E> & keyof Answer]: AnswerField<K> }

interface Parts<E extends HostEvent, S extends z.ZodType> extends Pick<HookEvent<E>, 'identity' | 'answers'> {
  /** Of loose fields only, so that it takes every object. */
  readonly fields: S
  /** `raw` is the payload as it came, private passages and all. */
  readonly body: (fields: z.output<S>, raw: unknown, context: DecodeContext) => EventMap[E]
}

/** Makes an event of its loose fields and what becomes of them. */
export function hookEvent<E extends HostEvent, S extends z.ZodType>(name: E, parts: Parts<E, S>): HookEvent<E> {
  const { fields, body, identity, answers } = parts
  return { name, read: (clean, raw, context) => body(fields.parse(clean), raw, context), identity, answers }
}
