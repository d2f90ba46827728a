import { lifted, likeness, type Meaning } from '../../../domain/retrieval/meaning.ts'
import type { Database } from './database.ts'
import type { Row } from './driver.ts'

/** Lifts what a search found by how like in meaning it is to what was asked for. */
export function rerankByMeaning<T extends Row & { readonly score: number }>(
  db: Database,
  rows: readonly T[],
  asked: Meaning | undefined,
): readonly T[] {
  if (asked === undefined || rows.length === 0) return rows
  const ids = rows.flatMap(({ id }) => [Number(id), Number(id) + 1])
  const known = db.all(
    'SELECT id, meaning FROM vectors WHERE id IN (SELECT value FROM json_each(?)) AND meaning IS NOT NULL',
    JSON.stringify(ids),
  )
  return lifted(rows, new Map(known.map(({ id, meaning }) => [Number(id), likeness(asked, vectorOf(meaning))])))
}

const vectorOf = (bytes: unknown): Meaning => new Int8Array(bytes as Uint8Array)
