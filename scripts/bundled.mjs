// @ts-check
// Runs TypeScript of the project from a script: bundled into a scratch folder, which is gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/**
 * What a module exports.
 * @param {Pick<import('esbuild').BuildOptions, 'entryPoints' | 'stdin'>} source
 * @returns {Promise<Record<string, any>>}
 */
export async function exportsOf(source) {
  const scratch = mkdtempSync(join(tmpdir(), 'hindcast-bundled-'))
  try {
    const outfile = join(scratch, 'bundled.mjs')
    await build({
      ...source,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      mainFields: ['module', 'main'],
      nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
      outfile,
      logLevel: 'silent',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
