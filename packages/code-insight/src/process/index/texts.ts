import { cleanJoin, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { isCode } from '../../analysis/known-languages.ts'
import type { AnalysedFile } from './analysis.ts'
import type { IndexFile } from './index-file.ts'
import type { KnownFile } from './indexed-files.ts'

/** Stores the words of a file's text, in place of those that it had. */
export function storeText(index: IndexFile, { known, text }: AnalysedFile): void {
  removeText(index, known.id)
  known.hasWords = text !== undefined
  if (text) index.run('INSERT INTO texts (rowid, text) VALUES (?, ?)', known.id, cleanJoin(text, cleanLiteral` `))
}

/** Removes the words of a file's text. */
export function removeText(index: IndexFile, file: number): void {
  index.run('DELETE FROM texts WHERE rowid = ?', file)
}

/** The files whose text has all words of one of these lists, by their ids. */
export function filesWith(index: IndexFile, words: readonly (readonly string[])[]): readonly number[] {
  const query = words
    .filter(({ length }) => length > 0)
    .map((all) => `(${all.map((word) => `"${word}"`).join(' AND ')})`)
    .join(' OR ')
  const sql = 'SELECT rowid FROM texts WHERE texts MATCH ?'
  return query === '' ? [] : index.all(sql, query).map(({ rowid }) => Number(rowid))
}

/** Where words are found. */
const TABLES = ['texts', 'words']
/** How many pages of each are rewritten at a time, so that answers get in between. */
const PAGES = 200

/** Takes the words out of an index's file that are out of its answers: a table of words only marks those that it no longer has. */
export class WordSweep {
  readonly #index: IndexFile
  #owed: 'nothing' | 'the rest' | 'all'

  /** `isOwed`: words may have been left when the index was last used. */
  constructor(index: IndexFile, isOwed: boolean) {
    this.#index = index
    this.#owed = isOwed ? 'all' : 'nothing'
  }

  /** Notes that the words of a file are being replaced. Those of code are also in facts, which are kept for another branch. */
  replaced({ path, hasWords }: KnownFile): void {
    if (hasWords && !isCode(path)) this.#owed = 'all'
  }

  /** Does a part, outside of a transaction; false if nothing is left. */
  next(): boolean {
    if (this.#owed === 'nothing') return false
    const changes = () => Number(this.#index.get('SELECT total_changes() AS n')?.n)
    const before = changes()
    const pages = this.#owed === 'all' ? -PAGES : PAGES
    for (const table of TABLES) this.#index.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, pages)
    this.#owed = 'the rest'
    // One change is the command itself
    if (changes() - before > TABLES.length) return true
    this.#owed = 'nothing'
    this.#index.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return false
  }
}
