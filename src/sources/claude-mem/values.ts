import type { ForeignValue } from '../../ports.ts'

/** What is a date in seconds, and no longer one in milliseconds: the year 1973 and 5138. */
const SECONDS = 1e11
/** Later dates are nobody's. */
const LAST = 8.64e15

/** A text of a column, trimmed; empty where there is none. */
export const textOf = (value: ForeignValue | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim()

/** Epoch milliseconds, of a number in milliseconds or seconds, else of a written date; undefined for no date. */
export function timeOf(epoch: ForeignValue | undefined, written: ForeignValue | undefined): number | undefined {
  const number = typeof epoch === 'string' && epoch.trim() !== '' ? Number(epoch) : epoch
  const at =
    typeof number === 'number' && number > 0 ? number * (number < SECONDS ? 1_000 : 1) : Date.parse(textOf(written))
  return Number.isFinite(at) && at > 0 && at <= LAST ? Math.floor(at) : undefined
}

/** A list that is kept as JSON; older releases kept one line an entry, or commas. */
export function listOf(value: ForeignValue | undefined): readonly string[] {
  const text = textOf(value)
  if (text === '') return []
  const entries = text.startsWith('[') ? parsed(text) : text.split(/\n|,\s*(?=[/~.\w-]+[/.])/)
  return [...new Set(entries.map((entry) => (typeof entry === 'string' ? entry.trim() : '')).filter(Boolean))].slice(
    0,
    MOST,
  )
}

const MOST = 500

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
