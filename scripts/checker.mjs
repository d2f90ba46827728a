// @ts-check
// TypeScript's compiler as it is shipped: a file of its own, since few processes load it, and what it knows of the
// standard library beside it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, version as esbuild } from 'esbuild'
import { cached } from './cached.mjs'

const LIB = resolve(import.meta.dirname, '../node_modules/typescript/lib')

/**
 * The compiler's files by name.
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function checker() {
  const libraries = readdirSync(LIB).filter((name) => /^lib\..*d\.ts$/.test(name))
  return {
    NOTICE: readFileSync(join(LIB, '../ThirdPartyNoticeText.txt')),
    'LICENSE.txt': readFileSync(join(LIB, '../LICENSE.txt')),
    // Minifying it takes longer than all the rest of a build
    'typescript.js': await cached('checker', [join(LIB, '../package.json'), esbuild, import.meta.filename], minified),
    ...Object.fromEntries(libraries.map((name) => [name, readFileSync(join(LIB, name))])),
  }
}

async function minified() {
  const { outputFiles } = await build({
    entryPoints: [join(LIB, 'typescript.js')],
    write: false,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
