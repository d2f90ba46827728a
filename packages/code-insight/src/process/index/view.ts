import { baseName, folderOf } from '@hindcast/text/paths.ts'
import type { IndexState } from '../../analysis/code-answers.ts'
import { type ExportedName, exportedNames } from '../../analysis/exported-names.ts'
import type { CodeReference } from '../../analysis/facts.ts'
import type { CallEdge, UnresolvedCall } from '../../analysis/graph.ts'
import { languageOf } from '../../analysis/known-languages.ts'
import type { ImportTarget } from '../../analysis/language.ts'
import type { Outline } from '../../analysis/outline.ts'
import { searchWords } from '../../analysis/search-words.ts'
import type {
  CodeCandidate,
  CodeFile,
  CodeView,
  ImportEdge,
  Placed,
  ResolvedImport,
  SimilarEntity,
} from '../../analysis/view.ts'
import { readSource, settingsText } from '../files/read.ts'
import { storedFacts } from './analysis.ts'
import type { IndexValue } from './database.ts'
import type { IndexFile } from './index-file.ts'
import { type IndexedFiles, isRead } from './indexed-files.ts'
import { similarIn } from './meanings.ts'
import { edgeIn, entityIn, factIn, fileIn, referenceIn, targetIn, unresolvedIn } from './rows.ts'
import { filesWith } from './texts.ts'

/** What a view reads from. */
export interface ViewParts {
  readonly root: string
  readonly folder: string
  readonly index: IndexFile
  readonly known: IndexedFiles
  readonly state: () => IndexState
}

const ENTITY = 'SELECT files.path, entities.* FROM entities JOIN files ON files.id = entities.file'
const EDGE = `SELECT f.path AS path, e.name, e.start, e.line, t.path AS to_path, e.to_name, e.to_line, e.confidence, e.inherits
  FROM edges e JOIN files f ON f.id = e.file JOIN files t ON t.id = e.to_file`
const USE = `SELECT f.path AS path, e.name, e.start, e.line, t.path AS to_path, e.to_name, e.to_line
  FROM uses e JOIN files f ON f.id = e.file JOIN files t ON t.id = e.to_file`
const UNRESOLVED = 'SELECT path, name, line, text, why FROM unresolved JOIN files ON files.id = unresolved.file'
const IMPORT = `SELECT f.path AS path, targets.target AS to_path, imports.fact FROM targets
  JOIN imports ON imports.id = targets.import JOIN files f ON f.id = targets.file`
const MOST_ENDING = 20
const MOST_LIKE = 200

/** An index as questions see it: one query a method, and iterators that hold a file's rows at a time. */
export class IndexView implements CodeView {
  readonly root: string
  readonly folder: string
  readonly state: () => IndexState
  readonly #index: IndexFile
  readonly #known: IndexedFiles

  constructor({ root, folder, index, known, state }: ViewParts) {
    this.root = root
    this.folder = folder
    this.state = state
    this.#index = index
    this.#known = known
  }

  languages(): readonly string[] {
    const counts = new Map<string, number>()
    for (const { parsing } of this.#known.code()) {
      const name = parsing?.language.name ?? ''
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
  }

  file(path: string): CodeFile | undefined {
    const row = this.#known.has(path) ? this.#index.get('SELECT * FROM files WHERE path = ?', path) : undefined
    return row && fileIn(row)
  }

  hasFolder(path: string): boolean {
    return this.#known.hasFolder(path)
  }

  pathsEnding(path: string): readonly string[] {
    const found: string[] = []
    for (const { path: each } of this.#known.all())
      if (each === path || each.endsWith(`/${path}`)) if (found.push(each) === MOST_ENDING) break
    return found
  }

  outline(path: string): Outline | undefined {
    const key = this.#known.get(path)?.hash ?? ''
    const row = key === '' ? undefined : this.#index.get('SELECT outline FROM facts WHERE hash = ?', key)
    return row && (JSON.parse(String(row.outline)) as Outline)
  }

  source(path: string, from: number, to: number): readonly string[] {
    if (!this.#known.has(path)) return []
    const text = readSource(this.root, path)?.text
    return text === undefined ? [] : text.split('\n').slice(Math.max(0, from - 1), to)
  }

  named(name: string): readonly Placed[] {
    return this.#all(`${ENTITY} WHERE last = ? COLLATE NOCASE AND last = ? ORDER BY path, place`, entityIn, name, name)
  }

  namesLike(name: string): readonly string[] {
    const found = new Set<string>()
    const add = (more: readonly string[]) => {
      for (const each of more) if (found.size < MOST_LIKE) found.add(each)
    }
    const half = MOST_LIKE / 2
    for (const length of [name.length, Math.ceil(name.length / 2), 2]) {
      const start = name.slice(0, length).replace(/[\\%_]/g, '\\$&')
      const sql = `SELECT DISTINCT last FROM entities WHERE last LIKE ? ESCAPE '\\' LIMIT ${half}`
      if (start.length > 0 && found.size < half) add(this.#all(sql, ({ last }) => String(last), `${start}%`))
    }
    add(this.searched(searchWords(name), half).map(({ entity }) => entity.name.slice(entity.name.lastIndexOf('.') + 1)))
    const start = name.slice(0, 2).toLowerCase()
    for (const { path } of this.#known.all()) {
      if (found.size >= MOST_LIKE) break
      if (start !== '' && baseName(path).toLowerCase().startsWith(start)) found.add(baseName(path))
    }
    return [...found]
  }

  callsTo(file: string, name: string): readonly CallEdge[] {
    return this.#at(file, (id) => this.#all(`${EDGE} WHERE e.to_file = ? AND e.to_name = ?`, edgeIn, id, name))
  }

  callsFrom(file: string, name: string): readonly CallEdge[] {
    return this.#at(file, (id) =>
      this.#all(`${EDGE} WHERE e.file = ? AND e.name = ? ORDER BY e.line`, edgeIn, id, name),
    )
  }

  referencesTo(file: string, name: string): readonly CodeReference[] {
    return this.#at(file, (id) => this.#all(`${USE} WHERE e.to_file = ? AND e.to_name = ?`, referenceIn, id, name))
  }

  unresolvedNamed(name: string): readonly UnresolvedCall[] {
    return this.#all(`${UNRESOLVED} WHERE last = ? ORDER BY path, line`, unresolvedIn, name)
  }

  unresolvedIn(file: string, name?: string): readonly UnresolvedCall[] {
    const all = this.#at(file, (id) => this.#all(`${UNRESOLVED} WHERE file = ? ORDER BY line`, unresolvedIn, id))
    return name === undefined ? all : all.filter((each) => each.name === name)
  }

  imports(path: string): readonly ResolvedImport[] {
    return this.#at(path, (id) =>
      this.#all(
        'SELECT id, fact FROM imports WHERE file = ? ORDER BY id',
        (row) => {
          const sql = 'SELECT kind, target FROM targets WHERE import = ?'
          return { fact: factIn(row), targets: this.#all<ImportTarget>(sql, targetIn, row.id as IndexValue) }
        },
        id,
      ),
    )
  }

  exports(path: string): readonly ExportedName[] {
    const facts = storedFacts(this.#index, this.#known.get(path)?.hash ?? '')
    return facts === undefined ? [] : exportedNames(facts.flows)
  }

  importersOf(path: string): readonly ImportEdge[] {
    const isOne = languageOf(path)?.byName?.module === 'folder'
    const [kind, target] = isOne ? ['folder', folderOf(path)] : ['file', path]
    return this.#all(`${IMPORT} WHERE targets.target = ? AND targets.kind = ? ORDER BY f.path`, importIn, target, kind)
  }

  importersOfModule(module: string) {
    // Two searches by index: with OR, it would be one through all imports
    const sql = `SELECT f.path AS path, i.fact FROM imports i JOIN files f ON f.id = i.file WHERE i.id IN
      (SELECT id FROM imports WHERE module = ?1 UNION SELECT import FROM targets WHERE target = ?1 AND kind = 'outside')
      ORDER BY f.path`
    return this.#all(sql, (row) => ({ from: String(row.path), fact: factIn(row) }), module)
  }

  searched(words: readonly string[], limit: number): readonly CodeCandidate[] {
    const query = words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR ')
    if (query === '') return []
    const sql = `SELECT found.doc AS doc_words, found.body AS body_words, files.path, entities.* FROM
      (SELECT rowid, doc, body FROM words WHERE words MATCH ? ORDER BY bm25(words, 10, 3, 1) LIMIT ?) found
      JOIN entities ON entities.id = found.rowid JOIN files ON files.id = entities.file`
    const counted = (row: Record<string, unknown>): CodeCandidate => ({
      ...entityIn(row),
      doc: shared(words, String(row.doc_words)),
      body: shared(words, String(row.body_words)),
    })
    return this.#all(sql, counted, query, limit)
  }

  similar(embedding: readonly number[], limit: number): readonly SimilarEntity[] {
    return similarIn(this.#index, embedding, limit)
  }

  naming(words: readonly (readonly string[])[]): readonly CodeFile[] {
    const unread = [...this.#known.all()].filter(({ path, hasWords }) => !hasWords && isRead(path))
    const ids = new Set([...filesWith(this.#index, words), ...unread.map(({ id }) => id)])
    return [...ids].flatMap((id) => this.#all('SELECT * FROM files WHERE id = ?', fileIn, id))
  }

  manifests(): readonly string[] {
    return [...this.#known.all()].filter(({ isManifest }) => isManifest).map(({ path }) => path)
  }

  text(path: string): string | undefined {
    const known = this.#known.get(path)
    return known?.isManifest ? settingsText(this.root, path) : known && readSource(this.root, path)?.text
  }

  *files(folder = ''): Iterable<CodeFile> {
    for (const id of this.#below(folder)) yield* this.#all('SELECT * FROM files WHERE id = ?', fileIn, id)
  }

  *entities(folder = ''): Iterable<Placed> {
    for (const id of this.#below(folder)) yield* this.#all(`${ENTITY} WHERE file = ? ORDER BY place`, entityIn, id)
  }

  *edges(folder = ''): Iterable<CallEdge> {
    for (const id of this.#below(folder)) yield* this.#all(`${EDGE} WHERE e.file = ? ORDER BY e.line`, edgeIn, id)
  }

  *references(): Iterable<CodeReference> {
    for (const id of this.#below('')) yield* this.#all(`${USE} WHERE e.file = ? ORDER BY e.line`, referenceIn, id)
  }

  *unresolved(folder = ''): Iterable<UnresolvedCall> {
    for (const id of this.#below(folder))
      yield* this.#all(`${UNRESOLVED} WHERE file = ? ORDER BY line`, unresolvedIn, id)
  }

  *importEdges(folder = ''): Iterable<ImportEdge> {
    const sql = `${IMPORT} WHERE targets.file = ? AND targets.kind = 'file' ORDER BY imports.id`
    for (const id of this.#below(folder)) yield* this.#all(sql, importIn, id)
  }

  /** The ids of the files below a folder, in the order of their paths. */
  #below(folder: string): readonly number[] {
    const found = [...this.#known.all()].filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))
    return found.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ id }) => id)
  }

  #at<T>(path: string, read: (id: number) => readonly T[]): readonly T[] {
    const id = this.#known.get(path)?.id
    return id === undefined ? [] : read(id)
  }

  #all<T>(sql: string, read: (row: Record<string, unknown>) => T, ...values: readonly IndexValue[]): T[] {
    return this.#index.all(sql, ...values).map(read)
  }
}

const importIn = (row: Record<string, unknown>): ImportEdge => ({
  from: String(row.path),
  to: String(row.to_path),
  fact: factIn(row),
})

function shared(words: readonly string[], stored: string): readonly string[] {
  const known = new Set(stored.split(' '))
  return words.filter((word) => known.has(word))
}
