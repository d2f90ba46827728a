import type { Migration } from '../migrate.ts'
import { reindex } from '../reindex.ts'
import { sql as evidence } from './0001-evidence.ts'
import { sql as interpretation } from './0002-interpretation.ts'
import { sql as search } from './0003-search.ts'
import { sql as jobs } from './0004-jobs.ts'
import { sql as state } from './0005-state.ts'
import { sql as turnLog } from './0006-turn-log.ts'
import { sql as handoffs } from './0007-handoffs.ts'
import { sql as ledger } from './0008-ledger.ts'
import { sql as sources } from './0009-sources.ts'
import { sql as versions } from './0010-versions.ts'
import { sql as places } from './0011-places.ts'
import { sql as consents } from './0012-consents.ts'
import { sql as remembered } from './0013-remembered.ts'
import { sql as observationFiles } from './0014-observation-files.ts'
import { sql as recallIndex } from './0015-recall-index.ts'
import { sql as vectors } from './0016-vectors.ts'
import { sql as standing } from './0017-standing.ts'

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
  { number: 10, name: 'versions', sql: versions },
  { number: 11, name: 'places', sql: places },
  { number: 12, name: 'consents', sql: consents },
  { number: 13, name: 'remembered', sql: remembered },
  { number: 14, name: 'observation-files', sql: observationFiles },
  { number: 15, name: 'recall-index', sql: recallIndex, fill: reindex },
  { number: 16, name: 'vectors', sql: vectors },
  { number: 17, name: 'standing', sql: standing },
]
