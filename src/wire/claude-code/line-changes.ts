import type { LineChange } from '../../domain/tool.ts'
import { isObject } from './fields.ts'

/** Beyond this many, one change spans all of them. */
const MOST = 50

/** The lines that a patch's hunks change, without their context; undefined if the hunks do not say. */
export function lineChanges(hunks: unknown): readonly LineChange[] | undefined {
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined
  const found = hunks.map((hunk) => (isObject(hunk) ? inHunk(hunk) : undefined))
  if (!found.every((changes) => changes !== undefined)) return undefined
  const all = found.flat()
  return all.length > MOST ? [spanning(all)] : all
}

function inHunk({ oldStart, oldLines, newLines, lines }: Readonly<Record<string, unknown>>): LineChange[] | undefined {
  if (typeof oldStart !== 'number' || !Array.isArray(lines)) return undefined
  // Its lines were private
  if (lines.length === 0)
    return typeof oldLines === 'number' && typeof newLines === 'number'
      ? [{ at: oldStart, removed: oldLines, added: newLines }]
      : undefined
  const changes: LineChange[] = []
  let at = oldStart
  let open = { at, removed: 0, added: 0 }
  for (const line of [...lines, ' ']) {
    const sign = String(line)[0]
    if (sign === '-') open.removed++
    else if (sign === '+') open.added++
    else if (sign !== '\\') {
      if (open.removed + open.added > 0) changes.push(open)
      at = open.at + open.removed + 1
      open = { at, removed: 0, added: 0 }
    }
  }
  return changes
}

function spanning(changes: readonly LineChange[]): LineChange {
  const [first, last] = [changes[0], changes.at(-1)] as [LineChange, LineChange]
  const removed = last.at + last.removed - first.at
  return { at: first.at, removed, added: changes.reduce((sum, each) => sum + each.added - each.removed, removed) }
}
