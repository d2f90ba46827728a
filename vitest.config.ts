import { defineConfig } from 'vitest/config'

const builds = ['scripts/build.mjs']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Many tests wait for processes: two workers more than cores keep both busy
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{e2e,long,house,domain,wire,behaviours,viewer}/**'],
          globalSetup: builds,
        },
      },
      // Pure rules have nothing to keep apart: modules are loaded once a worker
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/{domain,wire,behaviours,viewer}/**/*.test.ts'],
          globalSetup: builds,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'house', include: ['test/house/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: builds,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: ['test/long/**/*.test.ts'], globalSetup: builds, testTimeout: 900_000 },
      },
    ],
  },
})
