import { homedir } from 'node:os'
import { join } from 'node:path'
import { FileArchives } from '../adapters/archive/archives.ts'
import { foreignFiles } from '../adapters/store/sqlite/foreign.ts'
import { replaysOf } from '../replay/replay.ts'
import { ClaudeMem } from '../sources/claude-mem/claude-mem.ts'
import { transcriptPlaces } from '../sources/transcripts/discover.ts'
import { codeReader } from './code-reader.ts'
import type { EngineStage } from './engine-stage.ts'
import type { Parts } from './parts.ts'
import type { StoreStage } from './store-stage.ts'
import { transcriptsOf } from './transcripts.ts'

/** What reads beyond the store. */
export type PastStage = ReturnType<typeof pastStage>

/** What imports, replays and exports the past, and what reads code. */
export function pastStage(
  { home, hosts, app, workerUrl, log }: Parts,
  { file, live, idleGate }: StoreStage,
  { inner, engine }: EngineStage,
) {
  const places = transcriptPlaces(hosts, { userHome: homedir(), env: process.env, platform: process.platform })
  return {
    imports: transcriptsOf(inner, engine, live, places, { program: join(app, 'importer.js'), database: file }),
    claudeMem: new ClaudeMem({ ...inner, files: foreignFiles(home.scratch) }),
    replays: replaysOf(inner, idleGate, live, { file, workerUrl, scratch: home.scratch, places }),
    archives: new FileArchives({ ...inner, restored: () => engine.wake() }),
    code: codeReader({ home, app, hosts, log }, inner),
  }
}
