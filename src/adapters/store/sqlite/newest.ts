import { numbersOf } from '../../../domain/retrieval/numbering.ts'
import { type Posting, rarityOf } from '../../../domain/retrieval/scoring.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { anyForm, conditionsOf, selected, type Word } from './matching.ts'

/** Of words that all stand in more, the texts that are gone through. */
const MAX_NEWEST = 4_000
/** Texts of which it is then known that they hold the words. */
const MAX_TEXTS = 500
/** Texts that are gone through for a word in a project or a time. */
const MAX_PLACED = 2_000
const AT_A_TIME = 500
/** Stretches of numbers that are gone through: each takes a search of its own. */
const MAX_STRETCHES = 12
/** The index is gone through forwards, since it skips nothing on its way back: the newest are in the last such stretch. */
const BLOCKS_A_STRETCH = 128
/** Texts that say where in the numbers a time is. */
const MAX_DATED = 5_000
/** The strength of a word that stands once in a text of the usual length. */
export const ONCE = 1 / 1.2

/**
 * Of words that all stand in very many texts: the newest that hold all of them, then those of the rarest. Without scores,
 * which would take a look at every text that holds a word.
 */
export function newest(
  db: Database,
  words: readonly Word[],
  phrases: readonly Word[],
  filter: SearchFilter,
): Posting[] {
  const all = words.map((word) => `(${anyForm(word)})`)
  const [rarest = ''] = all
  const from = newestFrom(db, rarest)
  const matches = new Set([
    ...phrases.map((phrase) => [...all, anyForm(phrase)].join(' AND ')),
    all.join(' AND '),
    rarest,
  ])
  return [...matches].map((text) => {
    const end = `AND document_index.rowid >= ${from} ORDER BY +document_index.rowid DESC LIMIT ${MAX_TEXTS}`
    return standing(
      1,
      selected(db, text, '0', filter, undefined, end).map(([id]) => id),
    )
  })
}

/** The number of a word's text so many texts ago: what is older is not looked at, which bounds the time. */
function newestFrom(db: Database, word: string): number {
  const sql = 'SELECT rowid AS id FROM document_index WHERE document_index MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?'
  return Number(db.get(sql, word, MAX_NEWEST)?.id ?? 0)
}

/** The same within the place that a filter names, word by word: what very many hold, few may in one project. */
export function newestPlaced(db: Database, words: readonly Word[], records: number, filter: SearchFilter): Posting[] {
  const stretches = stretchesOf(db, filter)
  return words.map(({ forms, rows }) => {
    const match = anyForm({ forms })
    return standing(rarityOf(rows, records), inStretches(db, match, stretches, filter))
  })
}

const standing = (rarity: number, ids: readonly number[]): Posting => ({
  rarity,
  strengths: new Map(ids.map((id) => [id, ONCE])),
})

/** Numbers from the first to the one that is no longer in it. */
type Stretch = readonly [from: number, to: number]

function inStretches(db: Database, match: string, stretches: readonly Stretch[], filter: SearchFilter): number[] {
  const { sql, values } = fitting(filter)
  const found: number[] = []
  let left = MAX_PLACED
  for (const [from, to] of stretches) {
    // An upper bound would not end the index's own search: it would go on to the end
    for (let next = from; next < to && left > 0; ) {
      const rows = db.all(sql, ...values, match, next, AT_A_TIME)
      const within = rows.filter(({ id }) => Number(id) < to)
      left -= within.length
      found.push(...within.filter(({ fits }) => fits === 1).map(({ id }) => Number(id)))
      next = within.length < AT_A_TIME ? to : Number(within.at(-1)?.id) + 1
    }
  }
  return found
}

const MATCHING = 'FROM document_index WHERE document_index MATCH ? AND rowid >= ? ORDER BY rowid LIMIT ?'

/** The texts from a number on that match, each with whether it fits the filter: a session is of one project. */
function fitting({ project, ...more }: SearchFilter) {
  const { text, values } = conditionsOf(more)
  if (text === '') return { sql: `SELECT rowid AS id, 1 AS fits ${MATCHING}`, values }
  const from = `(SELECT rowid AS id ${MATCHING}) found CROSS JOIN documents d ON d.id = found.id`
  return { sql: `SELECT found.id, ${text} AS fits FROM ${from}`, values }
}

/** Where in the numbers a filter's project or time is, newest first; everywhere, where it names neither. */
function stretchesOf(db: Database, { project, since = 0, until, asOf }: SearchFilter): Stretch[] {
  const end = Math.min(until ?? Number.MAX_SAFE_INTEGER, asOf ?? Number.MAX_SAFE_INTEGER)
  const isEver = since === 0 && end === Number.MAX_SAFE_INTEGER
  if (project === undefined && isEver) return [[0, Number.MAX_SAFE_INTEGER]]
  const rows =
    project === undefined
      ? db.all(IN_TIME, since, end, MAX_DATED)
      : db.all('SELECT block FROM project_blocks WHERE project = ? ORDER BY block DESC', project)
  return joined(rows.map(({ block }) => Number(block))).slice(0, MAX_STRETCHES)
}

/** The first number of a block. */
const firstOf = (block: number): number => numbersOf(block, 'said')[0]

const IN_TIME = `
SELECT DISTINCT id / ${firstOf(1)} AS block FROM (
  SELECT id FROM documents WHERE at >= ? AND at <= ? ORDER BY at DESC LIMIT ?
) ORDER BY block DESC`

/** Blocks, from the last to the first, as stretches of those that stand beside each other. */
function joined(blocks: readonly number[]): Stretch[] {
  const stretches: [number, number][] = []
  for (const block of blocks) {
    const last = stretches.at(-1)
    const isNext = last !== undefined && last[0] === block + 1 && last[1] - block <= BLOCKS_A_STRETCH
    if (isNext) last[0] = block
    else stretches.push([block, block + 1])
  }
  return stretches.map(([from, to]) => [firstOf(from), firstOf(to)])
}
