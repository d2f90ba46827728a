import type { Behaviour } from '../domain/behaviour.ts'
import type { Draft } from '../domain/events.ts'
import type { Commit, Config, Journal, Secrets, SourceMark } from '../ports.ts'
import { createThread } from './cut-off.ts'
import { IdleGate } from './idle-gate.ts'
import { Intake, type IntakePorts } from './intake.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { cleanMark } from './perform/redact.ts'
import { createRegistry } from './registry.ts'

/** An event that a source tells after the fact. */
interface Retold {
  readonly draft: Draft
  /** Which of those that share its identity it is. */
  readonly ordinal: number | undefined
  readonly line: { readonly branch?: string | undefined }
}

/** What a source read at once, and how far it has come with it. */
export interface Batch {
  readonly told: readonly Retold[]
  readonly mark: SourceMark
}

/** What the absorber works with. */
interface AbsorberParts {
  readonly intake: Intake
  readonly performer: Performer
  readonly journal: Pick<Journal, 'commitAll'>
  readonly secrets: Secrets
  readonly idleGate: IdleGate
}

/** What the past is taken in with where nothing else is done. */
interface AbsorbPorts extends PerformPorts, IntakePorts {
  readonly config: Config
}

/** An absorber without an engine: for a process that answers nothing. */
export function createAbsorber(behaviours: readonly Behaviour[], ports: AbsorbPorts): Absorber {
  const { journal, secrets, config } = ports
  const registry = createRegistry(behaviours, ports)
  const performer = new Performer(ports, {
    registry,
    thread: createThread(),
    settings: (project) => config.settings(project),
  })
  return new Absorber({ intake: new Intake(ports), performer, journal, secrets, idleGate: new IdleGate() })
}

/** Takes in what sources tell of the past: recorded as if it came by hook, and answered by nothing. */
export class Absorber {
  readonly #parts: AbsorberParts

  constructor(parts: AbsorberParts) {
    this.#parts = parts
  }

  /** Keeps a batch and its mark in one commit, so that a kill neither loses nor doubles. */
  async absorb({ told, mark }: Batch): Promise<number> {
    const { journal, secrets, idleGate } = this.#parts
    const commits: Commit[] = []
    for (const one of told) {
      const commit = await this.#prepare(one)
      if (commit) commits.push(commit)
      // Answers come first
      await idleGate.giveWay()
    }
    const fresh = await journal.commitAll(commits, await cleanMark(mark, secrets))
    return fresh.filter(Boolean).length
  }

  async #prepare({ draft: told, ordinal, line }: Retold): Promise<Commit | undefined> {
    const { intake, performer } = this.#parts
    const draft = await intake.named(told)
    const hint = { ordinal, branch: line.branch }
    if (await intake.excluded(draft, hint)) return undefined
    const event = await intake.admit(draft, hint)
    const { commit, excluded } = await performer.prepare(event)
    if (excluded) intake.exclude(event)
    return commit
  }
}
