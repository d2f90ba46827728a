#!/usr/bin/env node
// @ts-check
// node scripts/e2e.mjs --project NAME ... [FILE...]: runs tests of the real client and of faults.
// In CI, which may share its machine, files that fail are run once more as a whole, since many share what their first step
// did; the last line names them.
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values, positionals } = parseArgs({
  options: { project: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})

const first = await run(positionals)
const again = process.env.CI && first.errors === 0 ? first.failed : []
const last = again.length > 0 ? await run(again) : first
if (again.length > 0 && isGood(last)) process.stdout.write(`\npassed when run again: ${again.join(' ')}\n`)
process.exit(isGood(last) ? 0 : 1)

/**
 * Runs the files, or all of the projects if none is named.
 * @param {string[]} files
 */
async function run(files) {
  const vitest = await startVitest('test', files, { watch: false, project: values.project })
  const modules = vitest.state.getTestModules()
  const errors = vitest.state.getUnhandledErrors().length
  await vitest.close()
  const failed = modules.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId)
  return { tests: modules.length, failed, errors }
}

/** @param {{ tests: number, failed: string[], errors: number }} run */
function isGood({ tests, failed, errors }) {
  return tests > 0 && failed.length === 0 && errors === 0
}
