import * as z from 'zod'

// Loose fields: a missing or wrongly typed one is empty, and never loses the event. `default` is the fast way of `catch`.

/** Text, empty where there is none. */
export const text = z.string().default('').catch('')
/** Text, if there is any. */
export const maybeText = z.string().optional().catch(undefined)
/** True only where it says so. */
export const flag = z.boolean().default(false).catch(false)
/** A number, if there is one. */
export const number = z.number().optional().catch(undefined)
/** Anything, for those who look closer. */
export const anything = z.unknown().optional()
/** A list of objects; what is none is left out. */
export const objects = z
  .array(z.unknown())
  .default([])
  .catch([])
  .transform((items) => items.filter(isObject))

/** Whether a value has named fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stands for what is no text. */
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

/** The texts among `parts`, a line each; undefined where there is none, so that the next reading is tried. */
export function lines(parts: unknown): string | undefined {
  const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : []
  return texts.length === 0 ? undefined : texts.join('\n')
}
