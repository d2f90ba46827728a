// @ts-check
// Writes README's table of the languages of code, from their registry.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportsOf } from './bundled.mjs'
import { grammarPath } from './grammars.mjs'

const README = 'README.md'
const REGISTRY = 'packages/code-insight/src/analysis/languages/registry.ts'
const [BEGIN, END] = ['<!-- Languages, written by `npm run registry`. -->\n', '<!-- end of languages -->\n']

/** @type {Record<string, string>} what is answered of files of a tier */
const ANSWERS = {
  full: 'everything, also what nothing uses; calls by what flows where',
  structural: 'outlines, imports, and calls by names, scopes and written types',
  text: 'outlines',
}

/**
 * Brings README's table up to date, or says that it is not.
 * @param {string} root
 * @param {boolean} write
 * @returns {Promise<string[]>} problems
 */
export async function languagesInReadme(root, write) {
  const path = join(root, README)
  const text = existsSync(path) && existsSync(join(root, REGISTRY)) ? readFileSync(path, 'utf8') : ''
  const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
  if (start < BEGIN.length || end < start) return []
  const now = `${text.slice(0, start)}${table(await languagesOf(root))}${text.slice(end)}`
  if (now === text) return []
  if (!write) return [`${README} is stale: npm run registry`]
  writeFileSync(path, now)
  return []
}

/** @typedef {{ name: string, tier: string, grammars: Record<string, string> }} Language */

/**
 * @param {Language[]} languages
 * @returns {string}
 */
function table(languages) {
  const tiers = Object.keys(ANSWERS)
  const sorted = [...languages].sort((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier))
  const rows = sorted.map(({ name, tier, grammars }) => {
    const files = Object.keys(grammars).map((ending) => `\`${ending}\``)
    const used = [...new Set(Object.values(grammars))].filter(Boolean).map((grammar) => `${grammar} (${size(grammar)})`)
    return `| ${name} | ${files.join(', ')} | ${tier} | ${ANSWERS[tier]} | ${used.join(', ') || 'none'} |\n`
  })
  return `| language | files | tier | what is answered | grammar |\n|---|---|---|---|---|\n${rows.join('')}`
}

/** @param {string} grammar */
const size = (grammar) => {
  const bytes = statSync(grammarPath(grammar)).size
  return bytes < 1e5 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * @param {string} root
 * @returns {Promise<Language[]>}
 */
async function languagesOf(root) {
  return (await exportsOf({ entryPoints: [join(root, REGISTRY)] })).languages
}
