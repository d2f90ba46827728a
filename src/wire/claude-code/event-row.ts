import * as z from 'zod'
import type { DerivedName, Draft, EventMap, EventName } from '../../domain/events.ts'
import type { DecodeContext } from '../host.ts'

/** The events that a host reports. */
export type HostEvent = Exclude<EventName, DerivedName>

/** One row of the events table: maps a payload to a body and to what identifies the event. */
export interface EventRow<E extends HostEvent> {
  readonly name: E
  read(clean: unknown, raw: unknown, context: DecodeContext): EventMap[E]
  readonly identity: (body: EventMap[E]) => Naming
}

/**
 * What identifies an event within its session: the tool call it belongs to, or marks that distinguish it within its
 * prompt.
 */
export type Naming = { readonly call: string; readonly phase: Phase } | { readonly marks: readonly string[] }

/** A call has one result, so success and failure are both `post`. */
type Phase = 'pre' | 'post' | 'denied' | 'batch'

interface Parts<E extends HostEvent, S extends z.ZodType> extends Pick<EventRow<E>, 'identity'> {
  /** Loose fields only, so that it accepts any object. */
  readonly fields: S
  /** `raw` is the payload as received, including private passages. */
  readonly body: (fields: z.output<S>, raw: unknown, context: DecodeContext) => EventMap[E]
}

/** A row whose body is computed from the payload's loose fields. */
export function row<E extends HostEvent, S extends z.ZodType>(name: E, parts: Parts<E, S>): EventRow<E> {
  const { fields, body, identity } = parts
  return { name, read: (clean, raw, context) => body(fields.parse(clean), raw, context), identity }
}

/** The payload's field for each field of a body, with its loose type. */
type Columns<E extends HostEvent> = {
  readonly [K in keyof EventMap[E]]-?: readonly [string, z.ZodType<EventMap[E][K]>]
}

/**
 * A row that only renames fields. `marks`: the fields that identify the event within its prompt; a field whose text
 * differs between hook and transcript cannot be a mark.
 */
export function renamedFields<E extends HostEvent>(
  name: E,
  parts: { readonly fields: Columns<E>; readonly marks: readonly (keyof EventMap[E])[] },
): EventRow<E> {
  const columns = Object.entries<readonly [string, z.ZodType]>(parts.fields)
  const fields = z.object(Object.fromEntries(columns.map(([, column]) => column)))
  return row<E, typeof fields>(name, {
    fields,
    // The columns were checked against the event's own fields, but the compiler cannot track that through a loop
    body: (read) => Object.fromEntries(columns.map(([own, [theirs]]) => [own, read[theirs]])) as EventMap[E],
    identity: (body) => byMarks(...parts.marks.map((mark) => body[mark] as string | number | undefined)),
  })
}

/** Identified by a tool call's id, which is unique, or by its tool within the prompt if the host gave no id. */
export const byCall = (toolUseId: string, phase: Phase, tool: string): Naming =>
  toolUseId === '' ? { marks: [tool] } : { call: toolUseId, phase }

/** Identified within its prompt by fields that a transcript has, too. */
export const byMarks = (...marks: readonly (string | number | undefined)[]): Naming => ({
  marks: marks.map((mark) => String(mark ?? '')),
})

/**
 * The identity of an event. A call's phase is unique without the session, since forks repeat it under a new one;
 * everything else is counted within its prompt (before the first prompt: within its session), agent and name.
 */
export function identityOf(
  naming: Naming,
  of: { name: string; session: string; promptId?: string | undefined; agent?: { id: string } | undefined },
): Draft['identity'] {
  if ('call' in naming) return { parts: [naming.call, naming.phase], ordinal: false }
  return { parts: [of.promptId || of.session, of.agent?.id ?? '', of.name, ...naming.marks], ordinal: true }
}
