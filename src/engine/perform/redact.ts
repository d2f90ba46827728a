import type { Event } from '../../domain/events.ts'
import { type Clean, capClean, redactDeep } from '../../domain/redaction/clean.ts'
import { mapStrings } from '../../domain/redaction/strings.ts'
import { cutPrivate } from '../../domain/redaction/tags.ts'
import type { ToolResult } from '../../domain/tool.ts'
import type { Change, Secrets } from '../../ports.ts'
import type { StoreEffect } from './interpreters.ts'

/** How much of one text is looked through for secrets while a hook waits; the rest of it is not kept. */
const SCANNED = 64 * 1024
/** Texts up to this length are kept whole, so that capping cuts no secret in two. */
const WHOLE = 256

/** Effects as they may be stored: nothing reaches the disk that this has not seen. */
export function cleanEffects(effects: readonly StoreEffect[], secrets: Secrets): Promise<readonly Change[]> {
  return redactDeep(effects, (text) => secrets.find(text), bounded)
}

/** An event that is kept in parts: where a part could begin within a secret, redacted before it is cut. */
export async function cleanBeforeCapping(event: Event, secrets: Secrets): Promise<Event> {
  // What a file holds is kept whole or not at all, so that redacting it once, when it is stored, is enough
  const file = event.name === 'PostToolUse' ? event.result.file : undefined
  const capped = file === undefined ? event : withFile(event, undefined)
  let long = false
  mapStrings(capped, (text) => {
    long ||= text.length > WHOLE
    return text
  })
  if (!long) return event
  const clean = (await redactDeep(capped, (text) => secrets.find(text), bounded)) as Event
  return file === undefined ? clean : withFile(clean, file)
}

const withFile = (event: Event, file: ToolResult['file']): Event =>
  event.name === 'PostToolUse' ? { ...event, result: { ...event.result, file } } : event

/** A reader's state: it holds text of lines that it does not understand yet. */
export async function cleanState(state: unknown, secrets: Secrets): Promise<unknown> {
  const whole = mapStrings(state, (text) => (text.includes('<') ? cutPrivate(text).text : text))
  return redactDeep(whole, (text) => secrets.find(text), bounded)
}

/** A message for people, first line alone. */
export async function cleanLine(text: string, secrets: Secrets): Promise<Clean> {
  const line = await redactDeep(text.slice(0, SCANNED).split('\n', 1)[0] ?? '', (part) => secrets.find(part))
  return capClean(line, LINE)
}

const LINE = 300

const bounded = (text: string): string => (text.length > SCANNED ? middleCut(text) : text)

function middleCut(text: string): string {
  const half = SCANNED / 2
  return `${text.slice(0, half)}\n… [${(text.length - SCANNED).toLocaleString('en-US')} characters cut] …\n${text.slice(-half)}`
}
