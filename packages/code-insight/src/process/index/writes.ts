import { join } from 'node:path'
import { type Clean, type Cleaned, cleanJoin, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { cleanStringify, cleanWord, cleanWords } from '@hindcast/redaction/derived.ts'
import { baseName } from '@hindcast/text/paths.ts'
import type { EntityWords } from '../../analysis/entity-words.ts'
import type { FileCalls } from '../../analysis/facts.ts'
import type { NamingWay } from '../../analysis/flow/flows.ts'
import { folderFiles, isCode } from '../../analysis/known-languages.ts'
import type { ImportTarget } from '../../analysis/language.ts'
import { type Entity, type ImportFact, lastName } from '../../analysis/outline.ts'
import { statOf } from '../files/changed.ts'
import type { SourceText } from '../files/read.ts'
import { type AnalysedFile, NO_KEY } from './analysis.ts'
import type { IndexFile } from './index-file.ts'
import type { KnownFile } from './indexed-files.ts'
import { meaningKey } from './meanings.ts'
import { DUE } from './schema.ts'
import { removeText, storeText } from './texts.ts'

/** Where an import leads: to a file, a folder, or what is called so outside. */
export interface KnownTarget {
  readonly kind: ImportTarget['kind']
  readonly at: Clean
}

/** Where each import of a file leads. */
export type TargetsOf = (path: Clean, fact: Cleaned<ImportFact>) => readonly KnownTarget[]

/** Stores what was found in a file, in place of what was known of it; its calls stay until they are resolved again. */
export function storeAnalysis(index: IndexFile, file: AnalysedFile, targetsOf: TargetsOf): void {
  const { known, source, key, facts, problem } = file
  const moved = movedLines(index, known.id, facts?.outline.entities ?? [])
  removeEntities(index, known.id)
  if (facts && file.isNew) {
    const { outline, flows } = facts
    index.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?)', key, cleanStringify(outline), cleanStringify(flows))
  }
  if (facts) {
    for (const [at, entity] of facts.outline.entities.entries()) addEntity(index, known.id, at, entity, file.words[at])
    for (const way of WAYS)
      for (const name of facts.flows.names[way] ?? [])
        index.run('INSERT OR IGNORE INTO names VALUES (?, ?, ?)', cleanWord(way), name, known.id)
    for (const fact of facts.outline.imports) addImport(index, known, fact, targetsOf)
  } else removeCalls(index, known.id)
  for (const { name, from, to } of moved) moveEnds(index, known.id, name, from, to)
  if (moved.length > 0) settleEnds(index, known.id)
  known.size = source?.size ?? 0
  known.mtime = source?.mtime ?? 0
  known.hash = facts ? key : NO_KEY
  known.lines = facts?.outline.lines ?? 0
  known.state = facts && isCode(known.path) ? DUE.calls : DUE.nothing
  storeText(index, file)
  index.run(
    'UPDATE files SET size = ?, mtime = ?, hash = ?, lines = ?, is_generated = ?, problem = ?, has_words = ?, state = ? WHERE id = ?',
    ...[known.size, known.mtime, known.hash, known.lines],
    ...[Number(facts?.outline.isGenerated ?? false), problem ?? null, Number(known.hasWords), known.state, known.id],
  )
}

const WAYS = ['calls', 'defines', 'extends', 'properties', 'fields'] as const satisfies readonly NamingWay[]

function addEntity(
  index: IndexFile,
  file: number,
  place: number,
  entity: Cleaned<Entity>,
  words: Cleaned<EntityWords> | undefined,
): void {
  const { name, kind, line, startLine, endLine, signature, doc, exported, parent, marks } = entity
  const id = index.run(
    'INSERT INTO entities VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[
      file,
      place,
      name,
      cleanWords(lastName(name), [name]),
      cleanWord(kind),
      line,
      startLine,
      endLine,
      signature,
      doc ?? null,
    ],
    ...[Number(exported), parent ?? null, cleanJoin(marks, cleanLiteral` `), meaningKey(entity, words)],
  )
  if (words)
    index.run('INSERT INTO words (rowid, name, doc, body) VALUES (?, ?, ?, ?)', id, words.name, words.doc, words.body)
}

function addImport(
  index: IndexFile,
  { id: file, path }: KnownFile,
  fact: Cleaned<ImportFact>,
  targetsOf: TargetsOf,
): void {
  const id = index.run('INSERT INTO imports VALUES (NULL, ?, ?, ?)', file, fact.module, cleanStringify(fact))
  addTargets(index, id, file, targetsOf(path, fact))
}

function addTargets(index: IndexFile, id: number, file: number, targets: readonly KnownTarget[]): void {
  for (const { kind, at } of targets)
    index.run('INSERT INTO targets VALUES (?, ?, ?, ?)', id, file, cleanWord(kind), at)
}

function removeEntities(index: IndexFile, file: number): void {
  index.run('DELETE FROM words WHERE rowid IN (SELECT id FROM entities WHERE file = ?)', file)
  for (const table of ['entities', 'names', 'imports', 'targets'])
    index.run(`DELETE FROM ${table} WHERE file = ?`, file)
}

function removeCalls(index: IndexFile, file: number): void {
  for (const table of ['edges', 'uses', 'unresolved']) index.run(`DELETE FROM ${table} WHERE file = ?`, file)
}

/** Removes all that is known of a file. */
export function removeFile(index: IndexFile, file: number): void {
  removeEntities(index, file)
  removeCalls(index, file)
  removeEnds(index, file)
  removeText(index, file)
  index.run('DELETE FROM files WHERE id = ?', file)
}

function removeEnds(index: IndexFile, file: number): void {
  for (const table of ['edges', 'uses']) index.run(`DELETE FROM ${table} WHERE to_file = ?`, file)
}

interface MovedEntity {
  readonly name: Clean
  readonly from: number
  /** Undefined: it is gone. */
  readonly to: number | undefined
}

/** Entities whose line is another now, told apart by name and order. */
function movedLines(index: IndexFile, file: number, entities: readonly Entity[]): readonly MovedEntity[] {
  const now = new Map<string, number[]>()
  for (const { name, line } of entities) {
    const lines = now.get(name)
    if (lines) lines.push(line)
    else now.set(name, [line])
  }
  return index.all('SELECT name, line FROM entities WHERE file = ? ORDER BY place', file).flatMap((row) => {
    const [name, from] = [row.name as Clean, Number(row.line)] as const
    const to = now.get(name)?.shift()
    return to === from ? [] : [{ name, from, to }]
  })
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

/** Stores a file's calls in place of those that were known. `state`: what is due of it then. */
export function storeCalls(
  index: IndexFile,
  known: KnownFile,
  { edges, references, unresolved }: Cleaned<FileCalls>,
  idOf: (path: string) => number | undefined,
  state: number,
): void {
  const file = known.id
  removeCalls(index, file)
  for (const { from, to, line, confidence, inherits } of edges) {
    const target = idOf(to.file)
    if (target === undefined) continue
    const ends = [file, from.name, from.line, line, target, to.name, to.line] as const
    index.run('INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', ...ends, confidence, inherits ? 1 : 0)
  }
  for (const { from, to, line } of references) {
    const target = idOf(to.file)
    if (target === undefined) continue
    index.run(
      'INSERT INTO uses VALUES (?, ?, ?, ?, ?, ?, ?)',
      file,
      from.name,
      from.line,
      line,
      target,
      to.name,
      to.line,
    )
  }
  for (const { name, line, text, why } of unresolved)
    index.run(
      'INSERT INTO unresolved VALUES (?, ?, ?, ?, ?, ?)',
      file,
      name,
      line,
      text,
      cleanWords(lastIn(text), [text]),
      cleanWord(why),
    )
  setState(index, known, state)
}

/** The last name of a called expression: `b` of `a?.b<T>` and of `a[0].b`. */
const lastIn = (text: string): string => text.match(/[\p{L}_$#][\p{L}\p{N}_$]*(?=[^\p{L}\p{N}_$]*$)/u)?.[0] ?? ''

/** Notes the size and time of a file whose text is known. */
export function noteTime(index: IndexFile, known: KnownFile, at: Pick<SourceText, 'size' | 'mtime'>): void {
  Object.assign(known, { size: at.size, mtime: at.mtime })
  index.run('UPDATE files SET size = ?, mtime = ? WHERE id = ?', at.size, at.mtime, known.id)
}

/** Leaves a file alone until it changes. */
export function giveUp(index: IndexFile, known: KnownFile, root: string): void {
  const found = statOf(join(root, known.path))
  if (found) noteTime(index, known, { size: found.size, mtime: found.mtimeMs })
  index.run('UPDATE files SET problem = ? WHERE id = ?', cleanLiteral`it cannot be analysed`, known.id)
  setState(index, known, DUE.nothing)
}

/** Drops facts that no file has, once there are many: those of a branch may be needed again. */
export function dropFacts(index: IndexFile): void {
  const count = (table: string) => Number(index.get(`SELECT count(*) AS n FROM ${table}`)?.n)
  if (count('facts') > 2 * count('files') + 100)
    index.run('DELETE FROM facts WHERE hash NOT IN (SELECT hash FROM files)')
}

/** Notes what is due of a file. */
export function setState(index: IndexFile, known: KnownFile, state: number): void {
  known.state = state
  index.run('UPDATE files SET state = ? WHERE id = ?', state, known.id)
}

/** Resolves the imports of a file anew; true if one leads elsewhere now. */
export function relink(index: IndexFile, known: KnownFile, targetsOf: TargetsOf): boolean {
  let isChanged = false
  for (const row of index.all('SELECT id, fact FROM imports WHERE file = ?', known.id)) {
    const id = Number(row.id)
    const targets = targetsOf(known.path, JSON.parse(String(row.fact)) as Cleaned<ImportFact>)
    const before = index
      .all('SELECT kind, target FROM targets WHERE import = ?', id)
      .map(({ kind, target }) => `${kind} ${target}`)
    const after = targets.map(({ kind, at }) => `${kind} ${at}`)
    if (before.join('\n') === after.join('\n')) continue
    isChanged = true
    index.run('DELETE FROM targets WHERE import = ?', id)
    addTargets(index, id, known.id, targets)
  }
  return isChanged
}

/** With more names than this, all imports are looked at. */
const MOST_NAMES = 50
/** What a folder's own file is called. Imports name the folder, or nothing but dots. */
const isOfFolder = (path: string): boolean => {
  const name = baseName(path).replace(/\..*$/, '')
  return name === 'main' || folderFiles.has(name)
}

/** The files with imports that may mean one of these paths, by the path's last name; undefined: any of them may. */
export function importersNaming(index: IndexFile, paths: readonly string[]): readonly number[] | undefined {
  if (paths.some(isOfFolder)) return undefined
  const names = new Set(paths.map((path) => baseName(path).replace(/(?<=.)\..*$/, '')))
  if (names.size > MOST_NAMES) return undefined
  const sql = 'SELECT DISTINCT file FROM imports WHERE instr(fact, ?) > 0'
  const found = [...names].flatMap((name) => index.all(sql, name))
  return [...new Set(found.map(({ file }) => Number(file)))]
}

/** The files whose calls may change with this one: those that call, use or import it, and those that it calls. */
export function dependentsOf(index: IndexFile, { id, path }: KnownFile): readonly number[] {
  const found = index.all(
    `SELECT file FROM edges WHERE to_file = ?1 UNION SELECT to_file FROM edges WHERE file = ?1
     UNION SELECT file FROM uses WHERE to_file = ?1 UNION SELECT file FROM targets WHERE target = ?2 AND kind = 'file'`,
    id,
    path,
  )
  return found.map(({ file }) => Number(file)).filter((file) => file !== id)
}

/** What a file defines, by the last parts of the names. */
export const namesIn = (index: IndexFile, file: number): ReadonlySet<string> =>
  new Set(index.all('SELECT DISTINCT last FROM entities WHERE file = ?', file).map(({ last }) => String(last)))

/** The files with calls of these names that lead nowhere: they may, once something of that name appears. */
export const missing = (index: IndexFile, names: readonly string[]): readonly number[] =>
  names.flatMap((name) =>
    index.all('SELECT DISTINCT file FROM unresolved WHERE last = ?', name).map(({ file }) => Number(file)),
  )
