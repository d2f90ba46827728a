#!/usr/bin/env node
// @ts-check
// Builds dist/, from which `up` installs: one file per program.
// Unchanged files are left alone, so that a daemon can run from dist/ during a build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { checker } from './checker.mjs'
import { pages } from './docs.mjs'
import { grammars } from './grammars.mjs'
import { model } from './model.mjs'

const ROOT = resolve(import.meta.dirname, '..')

const PROGRAMS = {
  cli: 'src/cli/main.ts',
  daemon: 'src/daemon/main.ts',
  importer: 'src/importer/main.ts',
  hook: 'src/hook/main.ts',
  'mcp-relay': 'src/hook/mcp-relay.ts',
  'store-worker': 'src/adapters/store/sqlite/worker.ts',
  embedder: 'src/adapters/embedder/program.ts',
  code: 'src/adapters/code/program.ts',
  // The bodies of the daemon and the command line, loaded with V8's code cache of the last run (src/daemon/compiled.ts)
  'daemon-run': 'src/daemon/run.ts',
  'cli-run': 'src/cli/run.ts',
}

// Looks for its native code next to its own files, so it cannot be bundled; `up` installs it beside the programs
const NATIVE = '@photostructure/sqlite'

/** @typedef {{ path: string, contents: Uint8Array, mode: number }} Output a file of dist/, by its path within it */

/**
 * Marks the programs as CommonJS, which Node starts 6 ms faster than ES modules.
 * @type {Output}
 */
const COMMONJS = { path: 'package.json', contents: Buffer.from('{ "type": "commonjs" }\n'), mode: 0o644 }

/**
 * Builds the product.
 * @param {string} [out] where to
 * @returns {Promise<string[]>} the programs whose source is not there
 */
export async function build(out = join(ROOT, 'dist')) {
  const all = Object.entries(PROGRAMS)
  const present = all.filter(([, source]) => existsSync(join(ROOT, source)))
  const pages = [...(await documents()), ...(await viewer()), ...(await embedding()), ...(await parsing())]
  const made = [...(await programs(present, out)), COMMONJS, ...(await launchers()), ...samples(), ...pages]
  const outputs = [...made, stamp([...made, nativeRelease()])]
  for (const output of outputs) put(out, output)
  sweep(out, new Set(outputs.map((output) => output.path)))
  return all.filter((entry) => !present.includes(entry)).map(([, source]) => source)
}

/**
 * A hash of all files: two builds share it only if they are identical.
 * @param {Output[]} outputs
 * @returns {Output}
 */
function stamp(outputs) {
  const hash = createHash('sha256')
  for (const { path, contents } of outputs) hash.update(`${path}\0${contents.length}\0`).update(contents)
  return { path: 'stamp', contents: Buffer.from(`${hash.digest('hex')}\n`), mode: 0o644 }
}

/**
 * Bundles programs without white space, because V8 keeps the source of what it runs: some 20 MB of the daemon's memory.
 * @param {[string, string][]} entries
 * @param {string} out
 * @param {import('esbuild').Plugin[]} [plugins]
 * @returns {Promise<Output[]>}
 */
export async function programs(entries, out, plugins = []) {
  const { outputFiles = [] } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries),
    outdir: out,
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    external: [NATIVE],
    define: { 'import.meta.url': 'hereUrl' },
    banner: { js: "const hereUrl = require('node:url').pathToFileURL(__filename).href;" },
    // A script that is compiled with `vm.Script` has only `require`
    supported: { 'dynamic-import': false },
    alias: {
      // Its UMD build requires its own parts at run time, which a bundler cannot follow
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Its ES module makes a `require` of its own, which hides ours
      'web-tree-sitter': './node_modules/web-tree-sitter/tree-sitter.cjs',
    },
    logLevel: 'warning',
    plugins,
  })
  return outputFiles.map(({ path, contents }) => {
    const name = relative(out, path)
    const isCode = !name.endsWith('.map')
    return { path: name, contents: isCode ? ascii(contents) : contents, mode: name === 'cli.js' ? 0o755 : 0o644 }
  })
}

/**
 * The same code in ASCII, which V8 reads without decoding and stores in half the memory. The bundler has already escaped
 * everything but regular expressions, where an escape means the same.
 * @param {Uint8Array} code
 */
function ascii(code) {
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return Buffer.from(
    Buffer.from(code)
      .toString()
      .replace(/[\u0080-\uffff]/g, escaped),
    'latin1',
  )
}

/**
 * What a client starts that is not JavaScript, under the names that clients know.
 * @returns {Promise<Output[]>}
 */
async function launchers() {
  const path = 'hindcast-run'
  const text = readFileSync(join(ROOT, 'src/hook', path), 'utf8')
  const { outputFiles } = await bundle({
    stdin: {
      contents: "export { environments } from './src/wire/environments.ts'",
      resolveDir: ROOT,
    },
    write: false,
    bundle: true,
    format: 'esm',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { environments } = await import(`data:text/javascript;base64,${code}`)
  return [{ path, contents: Buffer.from(launcherText(text, environments)), mode: 0o755 }]
}

/**
 * The launcher for these hosts. Called without a host's name, it assumes the first one. Throws if the script has an unknown placeholder.
 * @param {string} text the script as it is in src/
 * @param {readonly Readonly<Record<'name' | 'pid' | 'entrypoint' | 'attended' | 'projectDir' | 'agent' | 'startEvent' | 'noteField', string> & Record<'proxies' | 'direct', readonly string[]>>[]} hosts
 */
export function launcherText(text, hosts) {
  const shell = (/** @type {string} */ name) => `\${${name}:-}`
  const pattern = (/** @type {string} */ name, /** @type {number} */ at) => (at === 0 ? `'' | ${name}` : name)
  const clients = hosts.map(({ name, pid, entrypoint, attended }, at) => {
    return `${pattern(name, at)}) client="${[pid, entrypoint, attended].map(shell).join(';')}" ;;`
  })
  const notes = hosts.map(({ name, startEvent, noteField }, at) => {
    return `${pattern(name, at)}) start=${startEvent} line=${noteField} ;;`
  })
  const ways = hosts.map(({ name, proxies, direct }, at) => {
    const set = proxies.map((each) => `\${${each}:+;${each}=set}`).join('')
    return `${pattern(name, at)}) proxies="${set}" direct="${direct.map((each) => `;${each}=${shell(each)}`).join('')}" ;;`
  })
  /** @type {Readonly<Record<string, string>>} */
  const words = {
    project: hosts.map(({ projectDir }) => shell(projectDir)).join(''),
    agent: hosts.map(({ agent }) => shell(agent)).join(''),
    clients: clients.join('\n    '),
    words: notes.join('\n      '),
    ways: ways.join('\n        '),
  }
  return text.replace(/@([a-z]+)@/g, (_, word) => {
    const found = words[word]
    if (found === undefined) throw new Error(`the launcher has an unknown word: ${word}`)
    return found
  })
}

/**
 * The reference pages of behaviours, verbs and settings.
 * @returns {Promise<Output[]>}
 */
async function documents() {
  return Object.entries(await pages()).map(([path, text]) => {
    return { path: join('docs', path), contents: Buffer.from(text), mode: 0o644 }
  })
}

/**
 * The viewer: one script, and the other files unchanged.
 * @returns {Promise<Output[]>}
 */
async function viewer() {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: { viewer: 'viewer/main.tsx', style: 'viewer/style.css' },
    outdir: join(ROOT, 'viewer'),
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome120', 'firefox120', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const made = outputFiles.map(({ path, contents }) => {
    return { path: join('viewer', relative(join(ROOT, 'viewer'), path)), contents, mode: 0o644 }
  })
  const kept = ['index.html', 'icon.svg'].map((name) => {
    return { path: join('viewer', name), contents: readFileSync(join(ROOT, 'viewer', name)), mode: 0o644 }
  })
  return [...made, ...kept]
}

/**
 * The embedding model.
 * @returns {Promise<Output[]>}
 */
async function embedding() {
  return Object.entries(await model()).map(([name, contents]) => ({ path: join('model', name), contents, mode: 0o644 }))
}

/**
 * What reads source files: the parser with its grammars, and TypeScript's compiler.
 * @returns {Promise<Output[]>}
 */
async function parsing() {
  const folders = { grammars: await grammars(), checker: await checker() }
  return Object.entries(folders).flatMap(([folder, files]) => {
    return Object.entries(files).map(([name, contents]) => ({ path: join(folder, name), contents, mode: 0o644 }))
  })
}

/**
 * The sample session, shown by `up` where there is no history.
 * @returns {Output[]}
 */
function samples() {
  const folder = join(ROOT, 'src/wire/claude-code/sample')
  return filesUnder(folder).map((name) => {
    return { path: join('sample', name), contents: readFileSync(join(folder, name)), mode: 0o644 }
  })
}

/**
 * Not part of dist/, but part of the hash that tells two builds apart.
 * @returns {Output}
 */
function nativeRelease() {
  const path = `node_modules/${NATIVE}/package.json`
  return { path, contents: readFileSync(join(ROOT, path)), mode: 0o644 }
}

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]} paths relative to the root
 */
function filesUnder(root, folder = '.') {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/**
 * Writes a file by renaming, so that a program that is just starting reads the old text or the new one, never half of it.
 * @param {string} out
 * @param {Output} output
 */
function put(out, { path, contents, mode }) {
  const target = join(out, path)
  if (existsSync(target) && (statSync(target).mode & 0o777) === mode && readFileSync(target).equals(contents)) return
  mkdirSync(dirname(target), { recursive: true })
  const fresh = `${target}.${process.pid}`
  writeFileSync(fresh, contents, { mode })
  renameSync(fresh, target)
}

/**
 * Removes files of an earlier build that this one did not write.
 * @param {string} out
 * @param {Set<string>} made
 */
function sweep(out, made) {
  for (const file of filesUnder(out)) if (!made.has(file) && !/\.\d+$/.test(file)) rmSync(join(out, file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const source of await build()) process.stdout.write(`skipped, not there yet: ${source}\n`)
}
