import { defineConfig } from 'vitest/config'
import { FaultTable } from './test/faults/measured.ts'
import { LastWord } from './test/last-word.ts'

// Limits end what hangs; they measure nothing, since a busy machine takes ten times as long
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }
// Many tests wait for processes, so six workers keep two cores busy. Programs wait as long as in `test/daemon/world.ts`
const shared = { ...patient, maxWorkers: 6, env: { HINDCAST_PATIENCE: '10' } }

export default defineConfig({
  test: {
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
      {
        test: { ...shared, name: 'e2e', include: ['test/e2e/**/*.test.ts'], fileParallelism: false },
      },
      // One at a time: each measures what a fault costs a client
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      { test: { ...shared, name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 900_000 } },
    ],
  },
})
