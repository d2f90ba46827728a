import { behaviour, on } from '../../domain/behaviour.ts'
import { recordedInSession } from '../../domain/memory/record.ts'

/** Stores when a subagent began and ended, with its id and type; its work is distilled like a session's own. */
export default behaviour({
  name: 'subagent',
  summary: 'Records each subagent: its id and type, when it started and ended, and its last message.',
  reactions: [
    on('SubagentStart', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
    on('SubagentStop', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
  ],
})
