import { createHash } from 'node:crypto'
import { similarity } from '@hindcast/text/similarity.ts'
import type { EntityWords } from '../../analysis/entity-words.ts'
import { hasMeaning, meaningText } from '../../analysis/meaning.ts'
import type { Entity } from '../../analysis/outline.ts'
import type { SimilarEntity } from '../../analysis/view.ts'
import { readSource } from '../files/read.ts'
import type { Gate } from '../gate.ts'
import type { Embedded, UnembeddedCode } from '../protocol.ts'
import type { IndexFile } from './index-file.ts'
import { entityIn } from './rows.ts'

/** More entities than this are found by their words alone: a search reads all embeddings, 3 ms for a thousand. */
const MOST = 30_000

/** The key of what an entity is about; it stays the same where only its place changes. Null: it is found by its words alone. */
export function meaningKey(entity: Entity, words: EntityWords | undefined): number | null {
  if (words === undefined || !hasMeaning(entity)) return null
  const text = [entity.name, entity.signature, entity.doc, words.body].join('\n')
  return createHash('sha1').update(text).digest().readUIntBE(0, 6)
}

/** The embeddings of a project's entities. */
export class Meanings {
  readonly #index: IndexFile
  readonly #root: string
  readonly #gate: Gate

  constructor(index: IndexFile, root: string, gate: Gate) {
    this.#index = index
    this.#gate = gate
    this.#root = root
  }

  /** Texts of entities in source that have no embedding yet. `id`: the key. */
  async missing(limit: number): Promise<readonly UnembeddedCode[]> {
    if (Number(this.#index.get('SELECT count(*) AS n FROM meanings')?.n) >= MOST) return []
    const rows = this.#index.all(
      `SELECT files.path, entities.* FROM entities JOIN files ON files.id = entities.file
       LEFT JOIN meanings ON meanings.key = entities.meaning
       WHERE entities.meaning IS NOT NULL AND meanings.key IS NULL AND NOT is_test AND NOT is_generated AND NOT is_vendored
       ORDER BY entities.id LIMIT ?`,
      limit,
    )
    const texts = new Map<string, readonly string[]>()
    const found: UnembeddedCode[] = []
    for (const row of rows) {
      const { file, entity } = entityIn(row)
      const lines = texts.get(file) ?? (await this.#linesOf(file))
      texts.set(file, lines)
      const own = lines.slice(entity.startLine - 1, entity.endLine)
      found.push({ id: Number(row.meaning), text: meaningText(entity, own) })
    }
    return found
  }

  async #linesOf(file: string): Promise<readonly string[]> {
    const text = readSource(this.#root, file)?.text
    return text === undefined ? [] : (await this.#gate.source(text)).split('\n')
  }

  fill(found: readonly Embedded[]): void {
    const bytes = (embedding: readonly number[]) => Uint8Array.from(embedding, (value) => value & 0xff)
    this.#index.transaction(() => {
      for (const { id, embedding } of found)
        this.#index.run('INSERT OR REPLACE INTO meanings VALUES (?, ?)', id, bytes(embedding))
    })
  }
}

/** The entities whose embeddings are most similar to this one, the most similar first. */
export function similarIn(index: IndexFile, asked: readonly number[], limit: number): readonly SimilarEntity[] {
  const embedding = Int8Array.from(asked)
  const found = index
    .all('SELECT key, vector FROM meanings')
    .map(({ key, vector }) => ({ key: Number(key), similarity: similarity(embedding, signed(vector as Uint8Array)) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
  return found.flatMap(({ key, similarity }) =>
    index
      .all('SELECT files.path, entities.* FROM entities JOIN files ON files.id = entities.file WHERE meaning = ?', key)
      .map((row) => ({ ...entityIn(row), similarity })),
  )
}

const signed = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)

/** Drops the embeddings of what is gone, once there are many: those of a branch may be needed again. */
export function dropMeanings(index: IndexFile): void {
  const count = (sql: string) => Number(index.get(sql)?.n)
  const known = count('SELECT count(*) AS n FROM meanings')
  if (known > 100 && known > 2 * count('SELECT count(DISTINCT meaning) AS n FROM entities') + 100)
    index.run('DELETE FROM meanings WHERE key NOT IN (SELECT meaning FROM entities WHERE meaning IS NOT NULL)')
}
