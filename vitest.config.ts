import { defineConfig } from 'vitest/config'
import { FaultTable } from './test/faults/measured.ts'
import { LastWord } from './test/last-word.ts'
import { filesByNeed } from './test/needs.ts'
import { SlowestFirst } from './test/slowest-first.ts'

// Limits end what hangs; they measure nothing, since a busy machine takes ten times as long
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }
// Many tests wait for processes, so six workers keep two cores busy. Programs wait as long as in `test/daemon/world.ts`
const shared = { ...patient, maxWorkers: 6, env: { HINDCAST_PATIENCE: '10' } }

// The embedder's process and the work for it are a quarter of what a daemon costs. Tests of what is searched switch it on
const LEAN = { HINDCAST_EMBEDDER_ENABLED: 'off' }
const files = filesByNeed()
// Of their tests, those that need the built product build it once a run
const building = { ...shared, globalSetup: 'test/built.ts' }
// A client, a terminal and a daemon to each of these: four keep two cores busy
const beside = { ...building, maxWorkers: 4, maxConcurrency: 2, isolate: false, sequence: { groupOrder: 1 } }
// Loads each module once per worker
const quick = { isolate: false, setupFiles: 'test/runs.ts' }
// Files that wait for little: two workers of these keep two cores busy
const busy = { ...quick, maxWorkers: 2, sequence: { groupOrder: 2 } }

const pure = { ...shared, ...busy, name: 'pure', include: files.pure }
const store = { ...building, ...busy, name: 'store', include: files.store }
const house = { ...building, ...busy, name: 'house', include: ['test/house/*.test.ts'] }
// A worker serves one project and loads what it tests for itself, which takes it 2 s of CPU time: `npm test` makes one of these three
const within = { ...store, name: 'within', include: [pure, store, house].flatMap(({ include }) => include) }

export default defineConfig({
  test: {
    ...shared,
    reporters: ['default', new FaultTable(), new LastWord()],
    globalSetup: 'test/scratch.ts',
    sequence: { sequencer: SlowestFirst },
    // What is transformed for one project is not transformed again for another, nor for the next run
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      ...(process.env.HINDCAST_TOGETHER ? [within] : [pure, store, house]).map((test) => ({ test })),
      { test: { ...building, ...quick, name: 'process', include: files.process, env: { ...shared.env, ...LEAN } } },
      // What a fault costs a client is printed, not promised: for clean figures, add `--no-file-parallelism --maxConcurrency=1`
      { test: { ...beside, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      { test: { ...beside, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 900_000 } },
      { test: { ...building, name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 900_000 } },
    ],
  },
})
