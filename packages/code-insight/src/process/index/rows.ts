import type { CodeReference } from '../../analysis/facts.ts'
import type { CallEdge, UnresolvedCall, UnresolvedWhy } from '../../analysis/graph.ts'
import type { ImportTarget } from '../../analysis/language.ts'
import type { Entity, EntityKind, ImportFact } from '../../analysis/outline.ts'
import type { CodeFile, Placed } from '../../analysis/view.ts'

/** A row of a query, by its columns. */
type Columns = Record<string, unknown>

/** A row of `files`. */
export const fileIn = (row: Columns): CodeFile => ({
  path: String(row.path),
  ...(row.language !== null && { language: String(row.language) }),
  isTest: row.is_test === 1,
  isGenerated: row.is_generated === 1,
  isVendored: row.is_vendored === 1,
  ...(row.problem !== null && { problem: String(row.problem) }),
  ...(row.untyped !== null && { untyped: String(row.untyped) }),
})

/** A row of `entities`, with the `path` of its file. */
export function entityIn(row: Columns): Placed {
  const entity: Entity = {
    name: String(row.name),
    kind: String(row.kind) as EntityKind,
    line: Number(row.line),
    startLine: Number(row.start),
    endLine: Number(row.end),
    signature: String(row.signature),
    ...(row.doc !== null && { doc: String(row.doc) }),
    exported: row.exported === 1,
    ...(row.parent !== null && { parent: Number(row.parent) }),
    marks: row.marks === '' ? [] : String(row.marks).split(' '),
  }
  return { file: String(row.path), entity }
}

/** A row of `edges`, with the paths of both files. */
export const edgeIn = (row: Columns): CallEdge => ({
  ...referenceIn(row),
  confidence: Number(row.confidence),
  ...(row.inherits === 1 && { inherits: true }),
})

/** A row of `uses`, with the paths of both files. */
export const referenceIn = (row: Columns): CodeReference => ({
  from: { file: String(row.path), name: String(row.name), line: Number(row.start) },
  to: { file: String(row.to_path), name: String(row.to_name), line: Number(row.to_line) },
  line: Number(row.line),
})

/** A row of `unresolved`, with the path of its file. */
export const unresolvedIn = (row: Columns): UnresolvedCall => ({
  file: String(row.path),
  name: String(row.name),
  line: Number(row.line),
  text: String(row.text),
  why: String(row.why) as UnresolvedWhy,
})

/** The import that a row of `imports` holds. */
export const factIn = (row: Columns): ImportFact => JSON.parse(String(row.fact)) as ImportFact

/** A row of `targets`. */
export const targetIn = ({ kind, target }: Columns): ImportTarget =>
  kind === 'outside'
    ? { kind, name: String(target) }
    : { kind: kind === 'folder' ? 'folder' : 'file', path: String(target) }
