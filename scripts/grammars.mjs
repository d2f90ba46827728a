// @ts-check
// Collects what source files are parsed with: the parser and the grammars that are shipped, as WebAssembly.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const PACKAGES = resolve(import.meta.dirname, '../node_modules')

/** The packages of the grammars that are shipped: the folder in each, and the names that languages use. */
const PACKED = {
  '@repomix/tree-sitter-wasms/out': 'c c_sharp cpp dart go java javascript php python ruby rust tsx typescript',
  'tree-sitter-wasms/out': 'bash elixir kotlin swift',
  '@tree-sitter-grammars/tree-sitter-lua': 'lua',
  'tree-sitter-scala': 'scala',
}

const PLACES = new Map(
  Object.entries(PACKED).flatMap(([folder, names]) =>
    names.split(' ').map((name) => [name, join(PACKAGES, folder, `tree-sitter-${name}.wasm`)]),
  ),
)

/**
 * The file of a grammar.
 * @param {string} name
 */
export function grammarPath(name) {
  const place = PLACES.get(name)
  if (place === undefined) throw new Error(`scripts/grammars.mjs does not list the grammar ${name}`)
  return place
}

/** Their names. */
export const GRAMMARS = [...PLACES.keys()]

/**
 * The files of the parser's folder, by name.
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function grammars() {
  const parser = join(PACKAGES, 'web-tree-sitter/tree-sitter.wasm')
  const files = [...PLACES].map(async ([name, place]) => {
    return /** @type {const} */ ([`tree-sitter-${name}.wasm`, await readFile(place)])
  })
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
