import type { WorkingOn } from '../domain/coordination/peer.ts'
import { namesTask, workingOn } from '../domain/coordination/working-on.ts'
import type { Evidence, Journal, Memories } from '../ports.ts'

/** Its dependencies. */
interface TaskPorts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly memories: Pick<Memories, 'records'>
}

/** Machine prompts, and those that say little, may stand between a person's. */
const PROMPTS = 20
/** How many sessions' tasks are remembered. */
const SESSIONS = 200

/** Keeps in memory what sessions are working on, since each warning about one says so. */
export class KnownTasks {
  readonly #ports: TaskPorts
  readonly #tasks = new Map<string, Promise<WorkingOn | undefined>>()

  constructor(ports: TaskPorts) {
    this.#ports = ports
  }

  /** What a session is working on, as far as it is known. */
  of(session: string): Promise<WorkingOn | undefined> {
    const known = this.#tasks.get(session)
    if (known !== undefined) return known
    if (this.#tasks.size >= SESSIONS) this.#tasks.clear()
    const task = this.#read(session)
    this.#tasks.set(session, task)
    task.catch(() => this.#tasks.delete(session))
    return task
  }

  /** Reads them again at the next question, because they may have changed. */
  lookAgain(): void {
    this.#tasks.clear()
  }

  /** The journal, observed for what tells more of a session's task. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      for (const change of each.changes)
        if (change.kind === 'prompt' || change.kind === 'summary') this.#tasks.delete(change.record.session)
      return done
    }
    return { ...journal, commit }
  }

  async #read(session: string): Promise<WorkingOn | undefined> {
    const prompts = await this.#ports.evidence.prompts({ session, limit: PROMPTS })
    if (prompts.some(({ origin, text }) => origin !== 'machine' && namesTask(text))) return workingOn(prompts)
    const [summary] = await this.#ports.memories.records({ noun: 'summary', session, limit: 1 })
    return workingOn(prompts, summary?.request)
  }
}
