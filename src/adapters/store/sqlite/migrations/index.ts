import type { Migration } from '../migrate.ts'
import { sql as evidence } from './0001-evidence.ts'
import { sql as interpretation } from './0002-interpretation.ts'
import { sql as search } from './0003-search.ts'
import { sql as jobs } from './0004-jobs.ts'
import { sql as state } from './0005-state.ts'
import { sql as turnLog } from './0006-turn-log.ts'
import { sql as handoffs } from './0007-handoffs.ts'
import { sql as ledger } from './0008-ledger.ts'
import { sql as sources } from './0009-sources.ts'

/** Every step of the schema, in order. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'evidence', sql: evidence },
  { number: 2, name: 'interpretation', sql: interpretation },
  { number: 3, name: 'search', sql: search },
  { number: 4, name: 'jobs', sql: jobs },
  { number: 5, name: 'state', sql: state },
  { number: 6, name: 'turn-log', sql: turnLog },
  { number: 7, name: 'handoffs', sql: handoffs },
  { number: 8, name: 'ledger', sql: ledger },
  { number: 9, name: 'sources', sql: sources },
]
