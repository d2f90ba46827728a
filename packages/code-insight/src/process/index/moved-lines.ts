import type { Clean } from '@hindcast/redaction/clean.ts'
import { MODULE } from '../../analysis/graph.ts'
import type { Entity } from '../../analysis/outline.ts'
import type { IndexFile } from './index-file.ts'

/** The line of an entity before its file was read again, and now. */
export interface EntityLine {
  readonly name: Clean
  readonly from: number
  /** Undefined: it is gone. */
  readonly to: number | undefined
}

/** The entities that a file had, told apart by name and order, in the order of their lines. */
export function linesBefore(index: IndexFile, file: number, entities: readonly Entity[]): readonly EntityLine[] {
  const now = new Map<string, number[]>()
  for (const { name, line } of entities) {
    const lines = now.get(name)
    if (lines) lines.push(line)
    else now.set(name, [line])
  }
  const rows = index.all('SELECT name, line FROM entities WHERE file = ? ORDER BY place', file)
  const before = rows.map((row) => {
    const name = row.name as Clean
    return { name, from: Number(row.line), to: now.get(name)?.shift() }
  })
  return before.sort((a, b) => a.from - b.from)
}

/** Keeps the lines of what leads to a file, and of its own calls, right until they are resolved again. */
export function moveLines(index: IndexFile, file: number, before: readonly EntityLine[]): void {
  const moved = before.filter(({ from, to }) => from !== to)
  if (moved.length === 0) return
  for (const { name, from, to } of moved) moveEnds(index, file, name, from, to)
  settleEnds(index, file)
  const names = new Set(before.flatMap(({ name, to }) => (to === undefined ? [] : [name])))
  const gone = before.filter(({ name }) => !names.has(name))
  for (const table of ['edges', 'uses', 'unresolved'])
    for (const { name } of gone) index.run(`DELETE FROM ${table} WHERE file = ? AND name = ?`, file, name)
  moveCalls(index, file, before)
}

/** Lets the file's own calls move with what they are in, or stand below, until it is resolved again. */
function moveCalls(index: IndexFile, file: number, before: readonly EntityLine[]): void {
  const moved = (line: number): number => {
    const around = before.findLast(({ from, to }) => from <= line && to !== undefined)
    return around?.to === undefined ? line : line + around.to - around.from
  }
  for (const table of ['edges', 'uses'])
    for (const row of index.all(`SELECT rowid, name, start, line FROM ${table} WHERE file = ?`, file)) {
      const { rowid, name, start, line } = row
      const nowStart = name === MODULE ? Number(start) : moved(Number(start))
      const nowLine = moved(Number(line))
      if (nowStart === start && nowLine === line) continue
      index.run(`UPDATE ${table} SET start = ?, line = ? WHERE rowid = ?`, nowStart, nowLine, rowid as number)
    }
  for (const { rowid, line } of index.all('SELECT rowid, line FROM unresolved WHERE file = ?', file))
    index.run('UPDATE unresolved SET line = ? WHERE rowid = ?', moved(Number(line)), rowid as number)
}

/** Keeps the edges of other files right until those are resolved again. */
function moveEnds(index: IndexFile, file: number, name: Clean, from: number, to: number | undefined): void {
  for (const table of ['edges', 'uses'])
    if (to === undefined)
      index.run(`DELETE FROM ${table} WHERE to_file = ? AND to_name = ? AND to_line = ?`, file, name, from)
    // The negative line is not found again by the next entity of this name
    else
      index.run(
        `UPDATE ${table} SET to_line = ? WHERE to_file = ? AND to_name = ? AND to_line = ?`,
        -to,
        file,
        name,
        from,
      )
}

function settleEnds(index: IndexFile, file: number): void {
  for (const table of ['edges', 'uses'])
    index.run(`UPDATE ${table} SET to_line = -to_line WHERE to_file = ? AND to_line < 0`, file)
}
