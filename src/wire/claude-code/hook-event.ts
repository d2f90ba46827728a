import type * as z from 'zod'
import type { DerivedName, EventMap, EventName } from '../../domain/events.ts'
import type { DecodeContext } from '../host.ts'
import type { Naming } from './identity.ts'

/** The events of which the host tells. */
export type HostEvent = Exclude<EventName, DerivedName>

/** One hook event: its payload to a body, and what names it. */
export interface HookEvent<E extends HostEvent> {
  readonly name: E
  read(clean: unknown, raw: unknown, context: DecodeContext): EventMap[E]
  readonly identity: (body: EventMap[E]) => Naming
}

interface Parts<E extends HostEvent, S extends z.ZodType> extends Pick<HookEvent<E>, 'identity'> {
  /** Of loose fields only, so that it takes every object. */
  readonly fields: S
  /** `raw` is the payload as it came, private passages and all. */
  readonly body: (fields: z.output<S>, raw: unknown, context: DecodeContext) => EventMap[E]
}

/** Makes an event of its loose fields and what becomes of them. */
export function hookEvent<E extends HostEvent, S extends z.ZodType>(name: E, parts: Parts<E, S>): HookEvent<E> {
  const { fields, body, identity } = parts
  return { name, read: (clean, raw, context) => body(fields.parse(clean), raw, context), identity }
}
