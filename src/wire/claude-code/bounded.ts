const MAX_DEPTH = 12
/** The limit that redaction sets for one side in a hook's path. */
const MAX_CHARS = 65_536
const TOO_DEEP = '[nested too deep]'

/**
 * A copy of a JSON value that is safe to store whole: at most 12 levels and about 64 K characters. Larger parts are
 * replaced by a note of their size rather than cut, since half a secret would pass redaction.
 */
export function boundedValue(value: unknown): unknown {
  let left = MAX_CHARS

  function visit(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return spend(part.length <= left ? part : `[${part.length} characters left out]`)
    if (typeof part !== 'object' || part === null) return part
    if (depth === MAX_DEPTH) return spend(TOO_DEEP)
    return Array.isArray(part) ? visitArray(part, depth + 1) : visitObject(part, depth + 1)
  }

  function visitArray(items: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const item of items) {
      if (left <= 0) return [...kept, `[${items.length - kept.length} more left out]`]
      left--
      kept.push(visit(item, depth))
    }
    return kept
  }

  function visitObject(object: object, depth: number): object {
    const kept: [string, unknown][] = []
    for (const key of Object.keys(object)) {
      if (left <= 0) break
      if (key.length >= left) continue
      left--
      kept.push([spend(key), visit((object as Readonly<Record<string, unknown>>)[key], depth)])
    }
    return Object.fromEntries(kept)
  }

  function spend(text: string): string {
    left -= text.length
    return text
  }

  return visit(value, 0)
}
