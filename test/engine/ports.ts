import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../../src/adapters/workspace/git.ts'
import { defaults, settingsOf } from '../../src/domain/settings.ts'
import type { EnginePorts } from '../../src/engine/engine.ts'
import { hosts } from '../../src/wire/registry.ts'

/** A log that can be read back. */
export interface Line {
  readonly level: string
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** Behaviours that the user switched off. */
export interface Switches {
  readonly off?: readonly string[]
  /** Jobs that may be owed before optional ones wait. */
  readonly highWater?: number
}

// One for all worlds, which mostly are in the same folder: asking git about it takes a process
const workspace = gitWorkspace()

/** Every port over a store; the log is kept in a list. */
export function portsOf(store: Store, log: Line[], { off = [], highWater = 1_000 }: Switches = {}): EnginePorts {
  const settings = settingsOf({ ...defaults, 'recall.withhold': 0, skipTools: [], 'queue.highWater': highWater })
  const write = (level: string) => (message: string, fields?: Line['fields']) =>
    void log.push({ level, message, fields })
  return {
    ...store,
    workspace,
    hosts,
    secrets: secretlint,
    clock: { now: () => Date.now() },
    machine: { freeMemoryMb: () => 4_096, isRunning: () => true, startedAt: () => undefined },
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    config: {
      settings: () => settings,
      enabled: (name) => !off.includes(name),
      refresh: async () => {},
    },
  }
}
