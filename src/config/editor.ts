import type { ConfigEditor } from '../ports.ts'
import { loadConfig, setConfig } from './config.ts'

/** The configuration for verbs: read anew at each call, so that it shows what the next start will find. */
export const configEditor = (file: string, env: NodeJS.ProcessEnv): ConfigEditor => ({
  path: file,
  list: async () => (await loadConfig(file, env)).entries,
  set: (key, value) => setConfig(file, key, value),
})
