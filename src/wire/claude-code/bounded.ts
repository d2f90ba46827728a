const MAX_DEPTH = 12
/** As much as redaction reads of one side in a hook's path. */
const MAX_CHARS = 65_536

/**
 * A copy of a JSON value that is safe to keep whole: at most 12 levels and about 64 K characters. What does not fit is named
 * by its size and never cut in two: half a secret would pass redaction.
 */
export function bounded(value: unknown): unknown {
  let left = MAX_CHARS

  function visit(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return fits(part.length) ? part : `[${part.length} characters left out]`
    if (typeof part !== 'object' || part === null) return part
    if (depth === MAX_DEPTH) return '[nested too deep]'
    return Array.isArray(part) ? visitArray(part, depth + 1) : visitObject(part, depth + 1)
  }

  function visitArray(items: readonly unknown[], depth: number): unknown[] {
    const end = items.findIndex(() => !fits(1))
    const kept = end < 0 ? items : items.slice(0, end)
    return kept.map((item) => visit(item, depth))
  }

  function visitObject(object: object, depth: number): object {
    const kept = Object.entries(object).filter(([key]) => fits(key.length + 1))
    return Object.fromEntries(kept.map(([key, item]) => [key, visit(item, depth)]))
  }

  function fits(size: number): boolean {
    if (size > left) return false
    left -= size
    return true
  }

  return visit(value, 0)
}
