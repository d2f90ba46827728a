/** Deeper nesting is cut off: no tool's payload comes close, and a hostile one must not exhaust the stack. */
const MAX_DEPTH = 100
const TOO_DEEP = '[nested too deep]'
const CIRCULAR = '[circular]'

/** Returns the replacement for a string in a structure. */
export type ChangeString = (text: string, role: 'key' | 'value') => string

/** Returns the replacement for a list that contains only strings, such as the lines of a diff. */
export type ChangeLines = (lines: readonly string[]) => readonly string[]

/**
 * `value` with `change` applied to every string, including keys, in a fixed order (each key immediately before its
 * value). For JSON-shaped values: other objects (Date, Map, bytes) are left alone. Returns the same reference if
 * nothing changed. `changeLines` is applied first, to each list of strings as a whole.
 */
export function mapStrings(value: unknown, change: ChangeString, changeLines?: ChangeLines): unknown {
  const seen = new Map<object, unknown>()

  function visit(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return change(part, 'value')
    if (!isContainer(part)) return part
    if (seen.has(part)) return seen.get(part)
    if (depth >= MAX_DEPTH) return TOO_DEEP
    seen.set(part, CIRCULAR)
    const inner = (item: unknown) => visit(item, depth + 1)
    const mapped = Array.isArray(part) ? mapList(part, inner) : mapFields(part as Fields, change, inner)
    seen.set(part, mapped)
    return mapped
  }

  function mapList(items: readonly unknown[], inner: (item: unknown) => unknown): readonly unknown[] {
    const isLines = changeLines !== undefined && items.length > 1 && items.every((item) => typeof item === 'string')
    const lines = isLines ? changeLines(items) : items
    return mapItems(lines, inner)
  }

  return visit(value, 0)
}

/** Adds every string of a JSON-shaped structure to a set, keys included. */
export function collectStrings(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value)
  else if (Array.isArray(value)) for (const item of value) collectStrings(item, found)
  else if (typeof value === 'object' && value !== null)
    for (const key in value) {
      found.add(key)
      collectStrings((value as Fields)[key], found)
    }
}

type Fields = Readonly<Record<string, unknown>>

// Most structures do not change and need no copy

function mapItems(items: readonly unknown[], visit: (item: unknown) => unknown): readonly unknown[] {
  let mapped: unknown[] | undefined
  for (let at = 0; at < items.length; at++) {
    const item = visit(items[at])
    if (mapped === undefined && Object.is(item, items[at])) continue
    mapped ??= items.slice(0, at)
    mapped.push(item)
  }
  return mapped ?? items
}

function mapFields(fields: Fields, change: ChangeString, visit: (item: unknown) => unknown): Fields {
  const keys = Object.keys(fields)
  let mapped: [string, unknown][] | undefined
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string
    const [name, item] = [change(key, 'key'), visit(fields[key])]
    if (mapped === undefined && name === key && Object.is(item, fields[key])) continue
    mapped ??= keys.slice(0, at).map((before) => [before, fields[before]])
    mapped.push([name, item])
  }
  return mapped === undefined ? fields : Object.fromEntries(mapped)
}

function isContainer(part: unknown): part is object {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part)) return true
  const prototype = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}
