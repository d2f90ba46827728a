import * as z from 'zod'

// Loose fields: a missing or wrongly typed one is empty and never loses the event. `default` is faster than `catch`.

/** Text; empty if missing. */
export const text = z.string().default('').catch('')
/** Text, if there is any. */
export const maybeText = z.string().optional().catch(undefined)
/** True only if stated. */
export const flag = z.boolean().default(false).catch(false)
/** A number, if there is one. */
export const number = z.number().optional().catch(undefined)
/** Any value, for code that examines it further. */
export const anything = z.unknown().optional()
/** A list of objects; anything else in it is dropped. */
export const objects = z
  .array(z.unknown())
  .default([])
  .catch([])
  .transform((items) => items.filter(isObject))

/** Whether a value has named fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Placeholder for content that is not text. */
export const IMAGE = '[image]'

/** Text, content blocks or anything else as text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (Array.isArray(content)) return content.map(contentText).filter(Boolean).join('\n')
  if (!isObject(content)) return String(content)
  if (content.type === 'image') return IMAGE
  if (typeof content.text === 'string') return content.text
  if (typeof content.content === 'string' || Array.isArray(content.content)) return contentText(content.content)
  return lines([content.title, content.url]) ?? JSON.stringify(content)
}

/** The texts among `parts`, one per line; undefined if there are none, so that the next interpretation is tried. */
export function lines(parts: unknown): string | undefined {
  const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : []
  return texts.length === 0 ? undefined : texts.join('\n')
}
