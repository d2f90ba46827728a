import type { Expression } from '../tree.ts'
import type { Building, Frame, NameScope } from './building.ts'

const reads = new WeakMap<Frame, Map<string, number[]>>()

/** The constraint added last reads a member, which the function may overwrite later. */
export function noteRead(b: Building, e: Expression, { frame }: NameScope): void {
  const text = written(b, e)
  if (text === undefined) return
  const known = reads.get(frame) ?? new Map<string, number[]>()
  reads.set(frame, known)
  const before = known.get(text)
  if (before) before.push(b.operations.length - 1)
  else known.set(text, [b.operations.length - 1])
}

/** A member is overwritten: what the same function read of it before was something else. */
export function noteOverwritten(b: Building, e: Expression, from: number, { frame }: NameScope): void {
  const text = written(b, e)
  if (text === undefined || from < 0) return
  for (const at of reads.get(frame)?.get(text) ?? []) {
    const operation = b.operations[at]
    if (operation?.[0] !== 'load' && operation?.[0] !== 'item') continue
    const read = b.fresh()
    const [, to] = operation
    const [kind, , ...rest] = operation
    b.operations[at] = [kind, read, ...rest] as typeof operation
    b.add(['earlier', to, read, from])
  }
  reads.get(frame)?.delete(text)
}

/** What is longer is a chain of calls, and no member that is written twice. */
const LONGEST = 200

/** A member as it is written; a receiver may have been through the same method before. */
function written(b: Building, { start, end }: Expression): string | undefined {
  if (b.semantics.scoping !== 'block' || end - start > LONGEST) return undefined
  const text = b.text.slice(start, end)
  return /^this\b/.test(text) ? undefined : text
}
