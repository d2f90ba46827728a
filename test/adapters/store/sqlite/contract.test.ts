import { claimsContract } from '../../../contract/claims.ts'
import { evidenceContract } from '../../../contract/evidence.ts'
import { failuresContract } from '../../../contract/failures.ts'
import { healthContract } from '../../../contract/health.ts'
import { historyContract } from '../../../contract/history.ts'
import { jobsContract } from '../../../contract/jobs.ts'
import { journalContract } from '../../../contract/journal.ts'
import { ledgerContract } from '../../../contract/ledger.ts'
import { memoriesContract } from '../../../contract/memories.ts'
import { recallContract } from '../../../contract/recall.ts'
import { searchContract } from '../../../contract/search.ts'
import { sourcesContract } from '../../../contract/sources.ts'
import { foldsContract, grantsContract } from '../../../contract/state.ts'
import { switchesContract } from '../../../contract/switches.ts'
import { turnLogContract } from '../../../contract/turn-log.ts'
import { vectorsContract } from '../../../contract/vectors.ts'
import { openFresh } from './fresh.ts'

journalContract(openFresh)
evidenceContract(openFresh)
ledgerContract(openFresh)
memoriesContract(openFresh)
searchContract(openFresh)
recallContract(openFresh)
jobsContract(openFresh)
failuresContract(openFresh)
healthContract(openFresh)
grantsContract(openFresh)
claimsContract(openFresh)
foldsContract(openFresh)
switchesContract(openFresh)
turnLogContract(openFresh)
historyContract(openFresh)
sourcesContract(openFresh)
vectorsContract(openFresh)
