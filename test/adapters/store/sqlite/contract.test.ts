import { evidenceContract } from '../../../contract/evidence.ts'
import { jobsContract } from '../../../contract/jobs.ts'
import { journalContract } from '../../../contract/journal.ts'
import { memoriesContract, searchContract } from '../../../contract/memories.ts'
import { stateContract } from '../../../contract/state.ts'
import { turnLogContract } from '../../../contract/turn-log.ts'
import { openFresh } from './fresh.ts'

journalContract(openFresh)
evidenceContract(openFresh)
memoriesContract(openFresh)
searchContract(openFresh)
jobsContract(openFresh)
stateContract(openFresh)
turnLogContract(openFresh)
