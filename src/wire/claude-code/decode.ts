import type { Draft } from '../../domain/events.ts'
import { mapStrings } from '../../domain/redaction/strings.ts'
import { cutPrivate } from '../../domain/redaction/tags.ts'
import { wellFormed } from '../../domain/redaction/well-formed.ts'
import type { DecodeContext, Decoded } from '../host.ts'
import { readEnvelope } from './envelope.ts'
import { unknown } from './events/unknown.ts'
import { hookEvents } from './events.ts'
import { isObject } from './fields.ts'
import type { HookEvent } from './hook-event.ts'
import { identityOf } from './identity.ts'

/** A hook's payload as an event draft: well-formed text, private passages cut from every string, wrong types left out. */
export function decode(payload: unknown, context: DecodeContext): Decoded {
  if (!isObject(payload)) return { reason: 'the payload is not an object' }
  const clean = mapStrings(payload, cleaned)
  const { hook, ...envelope } = readEnvelope(clean, context)
  if (envelope.session === '') return { reason: 'the payload names no session' }
  const event = eventOf(hook)
  const body = event.read(clean, payload, context)
  const identity = identityOf(event.identity(body), { ...envelope, name: hook })
  // Name and body come from the same table row, which the compiler cannot follow through a union
  return { draft: { ...envelope, ...(body as object), name: event.name, identity } as Draft }
}

/** The table's row for a name; its type is one row's of many, so nothing is known of the body. */
function eventOf(hook: string): HookEvent<never> {
  const row = Object.hasOwn(hookEvents, hook) ? hookEvents[hook as keyof typeof hookEvents] : unknown
  return row as unknown as HookEvent<never>
}

/** Most strings hold no tag at all, and a search for one is dear. */
function cleaned(text: string): string {
  const whole = wellFormed(text)
  return whole.includes('<') ? cutPrivate(whole).text : whole
}
