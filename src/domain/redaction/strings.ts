/** Nesting past this is cut: no tool's payload is near it, and a hostile one must not exhaust the stack. */
const MAX_DEPTH = 100
const TOO_DEEP = '[nested too deep]'
const CIRCULAR = '[circular]'

/** What a string of a structure is replaced with. */
export type ChangeString = (text: string, role: 'key' | 'value') => string

/**
 * `value` with `change` made to each of its strings, keys too, in a fixed order (a key comes right before its value).
 * For JSON-shaped values: other objects (Date, Map, bytes) stay as they are. Same reference where nothing changed.
 */
export function mapStrings(value: unknown, change: ChangeString): unknown {
  const seen = new Map<object, unknown>()

  function visit(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return change(part, 'value')
    if (!isContainer(part)) return part
    if (seen.has(part)) return seen.get(part)
    if (depth >= MAX_DEPTH) return TOO_DEEP
    seen.set(part, CIRCULAR)
    const mapped = Array.isArray(part) ? visitArray(part, depth + 1) : visitObject(part, depth + 1)
    seen.set(part, mapped)
    return mapped
  }

  function visitArray(items: readonly unknown[], depth: number): unknown {
    const mapped = items.map((item) => visit(item, depth))
    return mapped.every((item, at) => Object.is(item, items[at])) ? items : mapped
  }

  function visitObject(object: object, depth: number): unknown {
    let same = true
    const mapped = Object.entries(object).map(([key, item]) => {
      const pair = [change(key, 'key'), visit(item, depth)] as const
      same &&= pair[0] === key && Object.is(pair[1], item)
      return pair
    })
    return same ? object : Object.fromEntries(mapped)
  }

  return visit(value, 0)
}

function isContainer(part: unknown): part is object {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part)) return true
  const prototype = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}
