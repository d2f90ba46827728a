// @ts-check
// Runs test files, in one process and in the order given, on source that has mutants built in. Started by `scripts/mutants.mjs`.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, startVitest } from 'vitest/node'

const folder = process.env.HINDCAST_MUTANTS ?? ''
const part = process.env.HINDCAST_MUTANTS_PART ?? '0'
/** @type {{ files: string[] }} */
const { files } = JSON.parse(readFileSync(join(folder, `plan-${part}.json`), 'utf8'))

/** Quick files come first, so that the slow ones have few mutants left. */
class AsGiven extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} all
   */
  async sort(all) {
    const placeOf = (/** @type {import('vitest/node').TestSpecification} */ one) =>
      files.indexOf(relative('.', one.moduleId))
    return all.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

// Whoever started it was stopped
process.on('disconnect', () => process.exit(1))

const mutants = {
  name: 'mutants',
  enforce: /** @type {const} */ ('pre'),
  /**
   * @param {string} _
   * @param {string} id
   */
  transform(_, id) {
    const changed = join(folder, 'source', relative('.', id))
    return existsSync(changed) ? { code: readFileSync(changed, 'utf8'), map: null } : undefined
  },
}

const limits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }
const vitest = await startVitest(
  'test',
  [],
  {
    ...limits,
    config: false,
    watch: false,
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    globalSetup: ['test/scratch.ts'],
    include: files,
    runner: join(import.meta.dirname, 'mutant-runner.mjs'),
    sequence: { sequencer: AsGiven },
    env: { HINDCAST_PATIENCE: '10' },
    reporters: process.env.MUTANTS_LOUD ? ['default'] : [{}],
    silent: !process.env.MUTANTS_LOUD,
  },
  { plugins: [mutants] },
)
const isThrough = vitest.state.getUnhandledErrors().length === 0
await vitest.close()
process.exit(isThrough ? 0 : 1)
