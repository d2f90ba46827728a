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
