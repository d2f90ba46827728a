// @ts-check
// Collects what source files are parsed with: the parser and the grammars that are shipped, as WebAssembly.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const PACKAGES = resolve(import.meta.dirname, '../node_modules')

/** The grammars that are shipped, by the names that languages use. */
export const GRAMMARS = ['c', 'cpp', 'go', 'java', 'javascript', 'python', 'tsx', 'typescript']

/**
 * The files of the parser's folder, by name.
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function grammars() {
  const parser = join(PACKAGES, 'web-tree-sitter/tree-sitter.wasm')
  const source = join(PACKAGES, '@repomix/tree-sitter-wasms/out')
  const names = GRAMMARS.map((name) => `tree-sitter-${name}.wasm`)
  const files = names.map(async (name) => /** @type {const} */ ([name, await readFile(join(source, name))]))
  return Object.fromEntries([['tree-sitter.wasm', await readFile(parser)], ...(await Promise.all(files))])
}

/**
 * Writes them into a folder.
 * @param {string} folder
 */
export async function writeGrammars(folder) {
  await mkdir(folder, { recursive: true })
  const files = Object.entries(await grammars())
  await Promise.all(files.map(([name, contents]) => writeFile(join(folder, name), contents)))
}
