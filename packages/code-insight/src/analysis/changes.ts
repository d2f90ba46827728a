import { type Entity, lastName } from './outline.ts'
import type { FileSide, FileSides, Placed } from './view.ts'

/** An entity that differs between two revisions. `after` is missing where it was removed, `before` where it was added. */
export interface EntityChange {
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved'
  readonly before?: Placed | undefined
  readonly after?: Placed | undefined
}

/** An entity of one side with its own text. */
interface Sided {
  readonly placed: Placed
  readonly text: string
}

/**
 * The entities that differ between the two sides of some files: matched by their qualified names, those of one name in
 * their order. What is gone in one place and stands elsewhere with the same text was moved. What is nested in something added
 * or removed goes without saying; and a class has not changed because one of its methods has.
 */
export function changesOf(files: readonly FileSides[]): readonly EntityChange[] {
  const each = files.map(({ before, after }) => changesInFile(before, after))
  const removed = each.flatMap((one) => one.removed)
  const added = each.flatMap((one) => one.added)
  const moves = movesOf(removed, added)
  const isMoved = new Set(moves.flatMap(({ before, after }) => [before, after]))
  const left = (all: readonly Sided[]) => outermost(all.map(({ placed }) => placed)).filter((one) => !isMoved.has(one))
  const changed = each.flatMap((one) => one.changed)
  return [
    ...changed,
    ...outermostMoves(moves),
    ...left(added).map((after) => ({ change: 'added' as const, after })),
    ...left(removed).map((before) => ({ change: 'removed' as const, before })),
  ]
    .filter(outsideOf(changed))
    .sort(byPlace)
}

interface InFile {
  readonly changed: readonly EntityChange[]
  readonly removed: readonly Sided[]
  readonly added: readonly Sided[]
}

function changesInFile(before: FileSide | undefined, after: FileSide | undefined): InFile {
  const old = byName(before)
  const changed: EntityChange[] = []
  const added: Sided[] = []
  for (const [name, all] of byName(after)) {
    const earlier = old.get(name) ?? []
    for (const [at, now] of all.entries()) {
      const then = earlier[at]
      if (then === undefined) added.push(now)
      else if (then.placed.entity.signature !== now.placed.entity.signature)
        changed.push({ change: 'signature', before: then.placed, after: now.placed })
      else if (then.text !== now.text) changed.push({ change: 'body', before: then.placed, after: now.placed })
    }
    old.set(name, earlier.slice(all.length))
  }
  return { changed, added, removed: [...old.values()].flat() }
}

/** The entities of a side by kind and name. */
function byName(side: FileSide | undefined): Map<string, Sided[]> {
  const all = new Map<string, Sided[]>()
  if (side?.outline === undefined) return all
  const lines = side.text.split('\n')
  const nested = nestedIn(side.outline.entities)
  for (const [at, entity] of side.outline.entities.entries()) {
    const key = `${entity.kind} ${entity.name}`
    const sided = { placed: { file: side.path, entity }, text: ownText(lines, entity, nested.get(at) ?? []) }
    const known = all.get(key)
    if (known) known.push(sided)
    else all.set(key, [sided])
  }
  return all
}

/** What is directly nested in what, by index. */
function nestedIn(entities: readonly Entity[]): ReadonlyMap<number, readonly Entity[]> {
  const nested = new Map<number, Entity[]>()
  for (const entity of entities) {
    if (entity.parent === undefined) continue
    const known = nested.get(entity.parent)
    if (known) known.push(entity)
    else nested.set(entity.parent, [entity])
  }
  return nested
}

/** The lines of an entity without those of what is nested in it, and without layout. */
function ownText(lines: readonly string[], own: Entity, members: readonly Entity[]): string {
  const nested = NESTING.has(own.kind)
    ? members.filter(({ startLine, endLine }) => startLine > own.startLine && endLine <= own.endLine)
    : []
  const skipped = new Set(nested.flatMap(({ startLine, endLine }) => range(startLine, endLine)))
  return range(own.startLine, own.endLine)
    .filter((line) => !skipped.has(line))
    .map((line) => (lines[line - 1] ?? '').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** What consists of its members; a function's body is its own, with all that it defines. */
const NESTING: ReadonlySet<string> = new Set(['class', 'interface', 'namespace', 'enum'])

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** The same thing elsewhere: of one kind and own name, with the same text, and more of it than a line. */
function movesOf(removed: readonly Sided[], added: readonly Sided[]): readonly Required<EntityChange>[] {
  const keyOf = ({ placed: { entity }, text }: Sided) => `${lastName(entity.name)} ${text}`
  const gone = new Map<string, Sided[]>()
  for (const each of removed) gone.set(keyOf(each), [...(gone.get(keyOf(each)) ?? []), each])
  return added.flatMap((after) => {
    const before = after.text.includes('\n') ? gone.get(keyOf(after))?.shift() : undefined
    return before === undefined ? [] : [{ change: 'moved' as const, before: before.placed, after: after.placed }]
  })
}

const outermostMoves = (moves: readonly Required<EntityChange>[]): readonly EntityChange[] => {
  const kept = new Set(outermost(moves.flatMap(({ after }) => (after === undefined ? [] : [after]))))
  return moves.filter(({ after }) => after !== undefined && kept.has(after))
}

/** What is not nested in a function that changed: whatever is within one is part of its body. */
function outsideOf(changed: readonly EntityChange[]): (change: EntityChange) => boolean {
  const sides = changed.flatMap(({ before, after }) => [before, after])
  const bodies = new Set(
    sides.flatMap((side) => (side === undefined || NESTING.has(side.entity.kind) ? [] : [nameIn(side)])),
  )
  return ({ before, after }) => {
    const placed = after ?? before
    return placed === undefined || !isWithin(placed, bodies)
  }
}

const nameIn = ({ file, entity }: Placed): string => `${file}:${entity.name}`

/** Whether it is nested in something of these names. */
const isWithin = ({ file, entity }: Placed, names: ReadonlySet<string>): boolean =>
  entity.name.split('.').some((_, at, parts) => at > 0 && names.has(`${file}:${parts.slice(0, at).join('.')}`))

/** Without what is nested in others of them. */
function outermost(all: readonly Placed[]): readonly Placed[] {
  const names = new Set(all.map(nameIn))
  return all.filter((each) => !isWithin(each, names))
}

function byPlace(a: EntityChange, b: EntityChange): number {
  const [x, y] = [a.after ?? a.before, b.after ?? b.before]
  if (x === undefined || y === undefined) return 0
  return (x.file < y.file ? -1 : x.file > y.file ? 1 : 0) || x.entity.line - y.entity.line
}
