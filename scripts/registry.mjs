#!/usr/bin/env node
// @ts-check
// Writes the registries, which list the files of the folders of behaviours, operations, nouns and hosts, and the folders of AGENTS.md.
//   node scripts/registry.mjs           writes them
//   node scripts/registry.mjs --check   writes nothing; exits with 1 if one is out of date
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportsOf } from './bundled.mjs'
import { languagesInReadme } from './languages.mjs'

const REGISTRIES = [
  { folder: 'src/behaviours', depth: 2, list: 'behaviours', what: 'Every behaviour, in the order of their files.' },
  { folder: 'src/operations', depth: 1, list: 'operations', what: 'Every operation, in the order of their files.' },
  { folder: 'src/domain/nouns', depth: 1, list: 'nouns', what: 'Every noun, in the order of their files.' },
  {
    folder: 'packages/code-insight/src/analysis/languages',
    depth: 2,
    list: 'languages',
    only: 'index',
    what: 'Every programming language that is known, in the order of their folders.',
  },
  {
    folder: 'src/wire',
    depth: 2,
    list: 'hosts',
    only: 'index',
    what: 'Every coding agent that is known, in the order of their folders.',
  },
  {
    folder: 'src/wire',
    depth: 2,
    list: 'environments',
    only: 'environment',
    to: 'environments.ts',
    what: 'The environment variables of each host, in the order of the hosts: names alone, for what has to start at once.',
  },
]

/**
 * Compares each registry under `root` with its folder, and each file's name with the `name` it exports.
 * @param {string} root the project's folder
 * @param {{ write?: boolean }} [options] write: bring the registries up to date
 * @returns {Promise<string[]>} one line a problem; empty when all is well
 */
export async function registries(root, { write = false } = {}) {
  /** @type {string[]} */
  const problems = []
  for (const { folder, depth, list, what, only, to = 'registry.ts' } of REGISTRIES) {
    const path = join(root, folder)
    if (!existsSync(path)) continue
    const files = filesAt(path, depth).filter((file) => only === undefined || basename(file) === `${only}.ts`)
    problems.push(...(await misnamed(path, files)))
    const file = join(path, to)
    const text = registryText(folder, list, what, files)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (write) writeFileSync(file, text)
    else problems.push(`${folder}/${to} is stale: npm run registry`)
  }
  const inReadme = await languagesInReadme(root, write)
  return [...problems, ...inReadme, ...(existsSync(join(root, MAP)) ? inMap(root, write) : [])]
}

const MAP = 'AGENTS.md'
const [BEGIN, END] = [
  '<!-- Written by `npm run registry` from the files that begin with "// Folder NAME:". -->\n',
  '<!-- end -->\n',
]

/**
 * Writes or compares the lines of the map: one for each folder.
 * @param {string} root
 * @param {boolean} write
 * @returns {string[]} problems
 */
function inMap(root, write) {
  const text = readFileSync(join(root, MAP), 'utf8')
  const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
  if (start < BEGIN.length || end < start)
    return [`${MAP} has no place for the folders: ${BEGIN.trim()} … ${END.trim()}`]
  const { lines, problems } = folders(root)
  const now = `${text.slice(0, start)}${lines.map((line) => `- ${line}\n`).join('')}${text.slice(end)}`
  if (now === text) return problems
  if (write) writeFileSync(join(root, MAP), now)
  else problems.push(`${MAP} is stale: npm run registry`)
  return problems
}

/**
 * What each folder holds, in its own words: a package says so in package.json, any other folder in the file that begins with
 * `// Folder src/http/: routes …`. Every folder right below src/ and src/domain/ has such a file.
 * @param {string} root
 */
function folders(root) {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const top of ['src', 'viewer'].filter((part) => existsSync(join(root, part)))) {
    for (const file of readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })) {
      const text = /\.tsx?$/.test(file) ? readFileSync(join(root, top, file), 'utf8') : ''
      const [, folder, words] = /^(?:#!.*\n)?\/\/ Folder ([^:\s]+): (.+(?:\n\/\/ .+)*)/.exec(text) ?? []
      if (folder && words) found.set(folder, words.replaceAll(/\n\/\/ /g, ' '))
    }
  }
  for (const name of below(root, 'packages')) {
    const { description } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    found.set(`packages/${name}/`, `${description[0].toLowerCase()}${description.slice(1)}`)
  }
  const silent = ['src', 'src/domain'].flatMap((part) => below(root, part).map((name) => `${part}/${name}/`))
  return {
    lines: [...found].sort().map(([folder, words]) => `\`${folder}\` ${words}`),
    problems: silent
      .filter((folder) => !found.has(folder))
      .map((folder) => `no file begins with // Folder ${folder}: …`),
  }
}

/** @param {string} root @param {string} part the folders in it */
const below = (root, part) =>
  existsSync(join(root, part))
    ? readdirSync(join(root, part), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      )
    : []

/**
 * A file is listed if it has a default export.
 * @param {string} folder
 * @param {number} depth how many names below the folder the files stand
 * @returns {string[]} paths relative to the folder, sorted
 */
function filesAt(folder, depth) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && file.split('/').length === depth)
    .filter((file) => /^export default /m.test(readFileSync(join(folder, file), 'utf8')))
    .sort()
}

/**
 * @param {string} folder
 * @param {string} name of the list
 * @param {string} what
 * @param {string[]} files
 */
function registryText(folder, name, what, files) {
  const imports = files.map((file) => `import ${identifier(folder, file)} from './${file}'\n`).join('')
  const items = files.map((file) => `  ${identifier(folder, file)},\n`).join('')
  const list = files.length > 0 ? `[\n${items}] as const` : '[] as const'
  return `// Generated by \`npm run registry\` from the files of this folder. Do not edit.
${imports}
/** ${what} */
export const ${name} = ${list}
`
}

/**
 * An identifier for a file that is never a reserved word: `capture/tool-use.ts` → captureToolUse,
 * `import.ts` → importOperation, `event.ts` → eventNoun, `claude-code/index.ts` → claudeCode.
 * @param {string} folder
 * @param {string} file
 */
function identifier(folder, file) {
  const stem = stemOf(file)
  const words = (file.includes('/') ? stem : `${stem}-${basename(folder).slice(0, -1)}`).split(/[/-]/)
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/**
 * The name of a file; for a host, that of its folder.
 * @param {string} file
 */
const stemOf = (file) => file.replace(/(\/(index|environment))?\.ts$/, '')

/**
 * Bundles and runs the files to read the `name` of each default export.
 * @param {string} folder
 * @param {string[]} files
 */
async function misnamed(folder, files) {
  const contents = files.map((file, at) => `import f${at} from ${JSON.stringify(`./${file}`)}`)
  contents.push(`export default [${files.map((_, at) => `f${at}?.name`)}]`)
  /** @type {unknown[]} */
  const names = (await exportsOf({ stdin: { contents: contents.join('\n'), resolveDir: folder } })).default
  return files.flatMap((file, at) =>
    names[at] === basename(stemOf(file)) ? [] : [`${file} exports by default the name ${JSON.stringify(names[at])}`],
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, '..')
  const problems = await registries(root, { write: !process.argv.includes('--check') })
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
