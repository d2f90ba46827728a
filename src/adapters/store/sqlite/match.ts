import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'

/** Records that a search may score: what bounds its time, however large the store. */
const MAX_ROWS = 20_000

/** What the full-text index is asked for. */
export interface MatchText {
  /** Any of the terms, or a phrase. */
  readonly any: string
  /** All of the terms; undefined where there is only one. */
  readonly all?: string | undefined
  /** Only documents from this one on. */
  readonly from: number
  /** Terms or older documents were left out. */
  readonly partial: boolean
}

/**
 * The query for a filter, undefined where there is nothing to search for. A term that very many records hold tells
 * little and costs most: the rarest are asked for, as many as MAX_ROWS admits; all of them still count in `all`.
 */
export function matchText(db: Database, { match, file }: SearchFilter): MatchText | undefined {
  const path = pathText(file)
  if (match.terms.length === 0) return path === undefined ? undefined : { any: path, from: 0, partial: false }
  const counted = match.terms.map((term) => ({ term, rows: rowsWith(db, term) })).sort((a, b) => a.rows - b.rows)
  const kept = affordable(counted)
  const [rarest] = counted
  const from = rarest !== undefined && rarest.rows > MAX_ROWS ? newestFrom(db, rarest.term) : 0
  return {
    any: anyOf([...kept, ...match.phrases], path),
    all: match.terms.length > 1 ? match.terms.map(quoted).join(' AND ') : undefined,
    from,
    partial: from > 0 || kept.length < match.terms.length,
  }
}

/** The same with every term and document, for when the cheap query found nothing in the place asked for. */
export function wholeText({ match, file }: SearchFilter): MatchText {
  return { any: anyOf([...match.terms, ...match.phrases], pathText(file)), from: 0, partial: false }
}

function affordable(counted: readonly { readonly term: string; readonly rows: number }[]): string[] {
  let total = 0
  const kept = counted.filter(({ rows }, at) => {
    total += rows
    return at === 0 || total <= MAX_ROWS
  })
  return kept.map(({ term }) => term)
}

function rowsWith(db: Database, term: string): number {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM document_index WHERE document_index MATCH ? LIMIT ?)'
  return Number(db.get(sql, quoted(term), MAX_ROWS + 1)?.n)
}

function newestFrom(db: Database, term: string): number {
  const sql = 'SELECT rowid AS id FROM document_index WHERE document_index MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?'
  return Number(db.get(sql, quoted(term), MAX_ROWS)?.id ?? 0)
}

function anyOf(texts: readonly string[], path: string | undefined): string {
  const any = texts.map(quoted).join(' OR ')
  return path === undefined ? any : `(${any}) AND ${path}`
}

const pathText = (file: string | undefined) =>
  file === undefined || !/[\p{L}\p{N}]/u.test(file) ? undefined : `files : ${quoted(file)}`

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`
