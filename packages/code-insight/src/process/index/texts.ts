import { cleanJoin, cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { AnalysedFile } from './analysis.ts'
import type { IndexFile } from './index-file.ts'

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
