import type { Config, ConfigEditor } from '../ports.ts'
import { type Configuration, loadConfig } from './config.ts'
import { configEditor } from './editor.ts'
import type { Values } from './schema.ts'

/** The configuration of a running daemon: what its editor sets holds at once. */
export interface LiveConfig {
  readonly config: Config
  readonly editor: ConfigEditor
  /** Keys that were not understood when it was first read. */
  readonly complaints: readonly string[]
  values(): Values
}

/** Reads `config.yaml` and the environment. Throws `bad-config` where the file is no YAML map. */
export async function liveConfig(file: string, env: NodeJS.ProcessEnv): Promise<LiveConfig> {
  let now: Configuration = await loadConfig(file, env)
  const editor = configEditor(file, env)
  const set = async (key: string, value: string) => {
    await editor.set(key, value)
    now = await loadConfig(file, env)
  }
  return {
    config: {
      settings: () => now.settings(),
      enabled: (behaviour) => now.enabled(behaviour),
      limits: () => ({ failures: now.values['failures.max'], batch: now.values['queue.batch'] }),
    },
    editor: { ...editor, set },
    complaints: now.complaints,
    values: () => now.values,
  }
}
