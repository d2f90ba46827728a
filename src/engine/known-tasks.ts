import type { WorkingOn } from '../domain/coordination/peer.ts'
import { workingOn } from '../domain/coordination/working-on.ts'
import type { Evidence, Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** Its dependencies. */
interface TaskPorts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly memories: Pick<Memories, 'records'>
}

/** Machine prompts, and those that say little, may stand between a person's. */
const PROMPTS = 20
/** How many sessions' tasks are remembered. */
const SESSIONS = 200

/** Keeps in memory what each session is working on, as far as it is known, since each warning about one says so. */
export class KnownTasks extends Followed<WorkingOn | undefined> {
  constructor(ports: TaskPorts) {
    const load = (session: string) => taskOf(session, ports)
    super({ load, kinds: ['prompt', 'summary'], bySession: true, most: SESSIONS })
  }
}

async function taskOf(session: string, { evidence, memories }: TaskPorts): Promise<WorkingOn | undefined> {
  const prompts = await evidence.prompts({ session, limit: PROMPTS })
  const [summary] = await memories.records({ noun: 'summary', session, limit: 1 })
  return workingOn(prompts, summary)
}
