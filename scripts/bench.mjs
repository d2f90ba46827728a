#!/usr/bin/env node
// @ts-check
// node scripts/bench.mjs NAME [ARGUMENT...]: runs bench/NAME.bench.ts, bundled on the fly; without a name, lists them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '..')
const SUFFIX = '.bench.ts'

/**
 * The packages beside the product are TypeScript, which Node does not read from a package.
 * @type {import('esbuild').Plugin}
 */
const ownPackages = {
  name: 'own packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@hindcast\// }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) })),
}

const names = readdirSync(join(ROOT, 'bench')).flatMap((file) =>
  file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : [],
)
const [name, ...rest] = process.argv.slice(2)
if (name !== undefined && names.includes(name)) process.exitCode = await run(name, rest)
else {
  process.stderr.write(`usage: npm run bench -- NAME   one of: ${names.join(', ')}\n`)
  process.exitCode = name === undefined ? 0 : 1
}

/**
 * Dependencies are not bundled: the bundle is written inside the project, where Node finds them. It is as many folders deep
 * as the lab of the e2e tests, which finds the project relative to its own location.
 * @param {string} name
 * @param {string[]} rest
 */
async function run(name, rest) {
  const outfile = join(ROOT, '.cache/bench', name, 'main.mjs')
  await build({
    entryPoints: [join(ROOT, 'bench', name + SUFFIX)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [ownPackages],
    sourcemap: 'inline',
    outfile,
    logLevel: 'warning',
  })
  return (
    spawnSync(process.execPath, ['--enable-source-maps', outfile, ...rest], { stdio: 'inherit', cwd: ROOT }).status ?? 1
  )
}
