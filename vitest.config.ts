import { defineConfig } from 'vitest/config'
import { FaultTable } from './test/faults/measured.ts'
import { LastWord } from './test/last-word.ts'

// Limits end what hangs; they measure nothing, since a busy machine takes ten times as long
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }
// Many tests wait for processes, so six workers keep two cores busy. Programs wait as long as in `test/daemon/world.ts`
const shared = { ...patient, maxWorkers: 6, env: { HINDCAST_PATIENCE: '10' } }
// A client, a terminal and a daemon to each of these: four keep two cores busy
const beside = { ...shared, maxWorkers: 4, maxConcurrency: 2, isolate: false, sequence: { groupOrder: 1 } }

// What Stryker runs with each change: the tests of the part of the source that it changes, and the store's worker as it was built.
// Those of the domain and the behaviours are pure but for three; `restart` bundles the source by itself
const mutated = {
  ...shared,
  isolate: false,
  include: [`test/${process.env.HINDCAST_MUTANTS === 'engine' ? 'engine' : '{domain,behaviours}'}/**/*.test.ts`],
  exclude: [
    'test/behaviours/handing-over.test.ts',
    // Covers nearly everything with slow properties: with it, most mutants take half a minute
    'test/behaviours/carriers/carriers.test.ts',
    'test/behaviours/capture/{file-versions,outcome}.test.ts',
    'test/engine/restart.test.ts',
  ],
}

export default defineConfig({
  test: process.env.HINDCAST_MUTANTS
    ? mutated
    : {
        ...shared,
        // The root's own, so that dist/ is built once a run and not once a project
        reporters: ['default', new FaultTable(), new LastWord()],
        globalSetup: ['test/scratch.ts', 'scripts/build.mjs'],
        projects: [
          {
            test: {
              ...shared,
              name: 'unit',
              include: ['test/**/*.test.ts'],
              exclude: ['test/{e2e,faults,long,house}/**'],
              // Loads each module once per worker
              isolate: false,
            },
          },
          // Some of the same, by the name that it had before
          {
            test: {
              ...shared,
              name: 'pure',
              include: ['test/{domain,wire,behaviours,viewer}/**/*.test.ts'],
              isolate: false,
            },
          },
          { test: { ...shared, name: 'house', include: ['test/house/*.test.ts'], isolate: false } },
          // What a fault costs a client is printed, not promised: for clean figures, run one test alone
          { test: { ...beside, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
          { test: { ...beside, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 900_000 } },
          { test: { ...shared, name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 900_000 } },
        ],
      },
})
