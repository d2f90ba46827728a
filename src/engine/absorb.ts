import type { Behaviour } from '../domain/behaviour.ts'
import type { Draft } from '../domain/events.ts'
import type { Commit, Config, Evidence, Journal, Secrets, SourceMark } from '../ports.ts'
import { IdleGate } from './idle-gate.ts'
import { Intake, type IntakePorts } from './intake.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { cleanMark } from './perform/redact.ts'
import { createRegistry } from './registry.ts'

/** An event reported by a source after the fact. */
interface Retold {
  readonly draft: Draft
  /** Its ordinal among events with the same identity. */
  readonly ordinal: number | undefined
  readonly line: { readonly branch?: string | undefined }
}

/** What a source read in one go, and the position it reached. */
export interface Batch {
  readonly told: readonly Retold[]
  readonly mark: SourceMark
}

/** The absorber's dependencies. */
interface AbsorberParts {
  readonly intake: Intake
  readonly performer: Performer
  readonly journal: Pick<Journal, 'commitAll'>
  readonly evidence: Pick<Evidence, 'stored'>
  readonly secrets: Secrets
  readonly idleGate: IdleGate
}

/** The ports needed to take in the past without answering anything. */
interface AbsorbPorts extends PerformPorts, IntakePorts {
  readonly config: Config
  readonly evidence: IntakePorts['evidence'] & Pick<Evidence, 'stored'>
}

/** An absorber without an engine, for a process that answers nothing. */
export function createAbsorber(behaviours: readonly Behaviour[], ports: AbsorbPorts): Absorber {
  const { journal, evidence, secrets, config } = ports
  const registry = createRegistry(behaviours, ports)
  const performer = new Performer(ports, { registry, settings: (project) => config.settings(project) })
  return new Absorber({ intake: new Intake(ports), performer, journal, evidence, secrets, idleGate: new IdleGate() })
}

/** Takes in past events from sources: recorded as if they came by hook, and not answered. */
export class Absorber {
  readonly #parts: AbsorberParts

  constructor(parts: AbsorberParts) {
    this.#parts = parts
  }

  /** Stores a batch and its mark in one commit, so that a kill neither loses nor duplicates events. */
  async absorb({ told, mark }: Batch): Promise<number> {
    const { journal, secrets, idleGate } = this.#parts
    const commits: Commit[] = []
    for (const one of await this.#unknown(told)) {
      const commit = await this.#prepare(one)
      if (commit) commits.push(commit)
      // Answers come first
      await idleGate.giveWay()
    }
    const fresh = await journal.commitAll(commits, await cleanMark(mark, secrets))
    return fresh.filter(Boolean).length
  }

  /** Those that are not stored yet: a hook has already reported most events of a running session. */
  async #unknown(told: readonly Retold[]): Promise<readonly Retold[]> {
    const { intake, evidence } = this.#parts
    const ids = told.map(({ draft, ordinal }) => intake.idOf(draft, { ordinal }))
    const asked = ids.filter((id) => id !== undefined)
    const stored = new Set<string | undefined>(asked.length === 0 ? [] : await evidence.stored(asked))
    return told.filter((_, n) => !stored.has(ids[n]))
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
