// @ts-check
// Which small changes (mutants) of the source there are, a sample of them by date, and the source with those changes built in.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import ts from 'typescript'

/** @typedef {{ line: number, column: number }} Position both from 0 */
/** @typedef {{ start: Position, end: Position }} Range */
/** @typedef {{ file: string, key: string, at: Range, kind: string, replacement: string, inFunction: boolean }} Mutant `key` is the same on every commit that has this code */
/** @typedef {Mutant & { id: string }} Placed a mutant with the id that switches it on */

const CACHE = '.cache/mutants'
const OPTIONS = { plugins: null, ignorers: [], excludedMutations: [] }
const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

/**
 * @param {...string} parts
 * @returns {string}
 */
export const hash = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24)

/**
 * All files below a folder.
 * @param {string} folder
 * @returns {string[]} sorted
 */
export function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort()
}

/**
 * All mutants of a file.
 * @param {string} file
 * @returns {Promise<Mutant[]>}
 */
export async function mutantsOf(file) {
  const content = readFileSync(file, 'utf8')
  const cached = join(CACHE, 'lists', `${hash(file, content)}.json`)
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'))
  const inFunction = functionsOf(file, content)
  const lines = content.split('\n')
  /** @type {Map<string, number>} */
  const seen = new Map()
  const { mutants } = await instrumented([{ name: file, content, mutate: true }])
  const all = mutants.map(({ location, mutatorName, replacement = '' }) => {
    const line = lines[location.start.line]?.trim() ?? ''
    const same = hash(file, mutatorName, replacement, line, `${location.end.line - location.start.line}`)
    const nth = (seen.get(same) ?? 0) + 1
    seen.set(same, nth)
    const key = hash(same, `${nth}`)
    return { file, key, at: location, kind: mutatorName, replacement, inFunction: inFunction(location) }
  })
  mkdirSync(dirname(cached), { recursive: true })
  writeFileSync(cached, JSON.stringify(all))
  return all
}

/**
 * Mutants in an order that depends on the date and on the code of each alone, so that a commit that changes one file
 * leaves the others' place in the sample as it was.
 * @param {Mutant[]} mutants
 * @param {string} date
 * @param {number} size
 */
export function sampled(mutants, date, size) {
  const order = new Map(mutants.map((mutant) => [mutant, hash(date, mutant.key)]))
  const placeOf = (/** @type {Mutant} */ mutant) => order.get(mutant) ?? ''
  return mutants.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, size)
}

/**
 * Writes the files of these mutants with a switch for each, as `<folder>/<file>`.
 * @param {Mutant[]} mutants
 * @param {string} folder
 * @returns {Promise<Placed[]>}
 */
export async function place(mutants, folder) {
  const files = [...new Set(mutants.map(({ file }) => file))]
  const result = await instrumented(
    files.map((name) => {
      const ranges = mutants.flatMap(({ file, at }) => (file === name ? [at] : []))
      return { name, content: readFileSync(name, 'utf8'), mutate: ranges }
    }),
  )
  for (const { name, content } of result.files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const nameOf = (/** @type {unknown[]} */ ...parts) => JSON.stringify(parts)
  const ids = new Map(
    result.mutants.map((one) => [nameOf(one.fileName, one.location, one.mutatorName, one.replacement ?? ''), one.id]),
  )
  return mutants.flatMap((mutant) => {
    const id = ids.get(nameOf(mutant.file, mutant.at, mutant.kind, mutant.replacement))
    return id === undefined ? [] : [{ ...mutant, id }]
  })
}

/** @param {{ name: string, content: string, mutate: true | Range[] }[]} files */
const instrumented = (files) => new Instrumenter(/** @type {any} */ (silent)).instrument(files, OPTIONS)

/**
 * Tells whether code stands within a function, so that it runs when a test calls it and not once, when it is loaded.
 * @param {string} file
 * @param {string} content
 * @returns {(at: Range) => boolean}
 */
function functionsOf(file, content) {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
  /** @type {[number, number][]} */
  const bodies = []
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      bodies.push([node.parameters.pos, node.end])
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return ({ start, end }) => {
    const from = source.getPositionOfLineAndCharacter(start.line, start.column)
    const to = source.getPositionOfLineAndCharacter(end.line, end.column)
    return bodies.some(([first, last]) => first <= from && to <= last)
  }
}
