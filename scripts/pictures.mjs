#!/usr/bin/env node
// @ts-check
// node scripts/pictures.mjs: makes README's picture from a real run, with the scripted model and the browser of the e2e tests.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build as bundle } from 'esbuild'
import { build } from './build.mjs'

const ROOT = resolve(import.meta.dirname, '..')
// As many folders deep as the lab, which finds dist/ and scripts/ relative to its own location
const PROGRAM = join(ROOT, '.cache/pictures/run/main.mjs')

await build()
await bundle({
  entryPoints: [join(ROOT, 'test/e2e/lab/pictures.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  outfile: PROGRAM,
  logLevel: 'warning',
})
const run = [process.execPath, PROGRAM, join(ROOT, 'docs/pictures/hindcast.png')]
process.exitCode = spawnSync(join(ROOT, 'scripts/in-netns'), run, { stdio: 'inherit', cwd: ROOT }).status ?? 1
