#!/usr/bin/env node
// @ts-check
// Writes the documents: a page a behaviour, a verb and a setting, from the registries and schemas, and what stands in docs/.
//   node scripts/docs.mjs [FOLDER]   (default: dist/docs)
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '..')

const ENTRY = `
export { behaviours } from './src/behaviours/registry.ts'
export { operations } from './src/operations/registry.ts'
export { schema, behaviourSwitch, envName } from './src/config/schema.ts'
export { z } from 'zod'
`

/**
 * Every page by its path, `behaviours/session-index.md` and so on.
 * @returns {Promise<Record<string, string>>}
 */
export async function pages() {
  const { behaviours, operations, schema, envName, z } = await sources()
  const groups = Object.fromEntries(
    filesAt('src/behaviours').map((file) => file.replace(/\.ts$/, '').split('/').reverse()),
  )
  /** @type {Record<string, string>} */
  const made = {}
  for (const one of behaviours) made[`behaviours/${one.name}.md`] = behaviourPage(one, groups[one.name] ?? '', envName)
  for (const one of operations) made[`verbs/${one.name}.md`] = verbPage(one, z)
  for (const [key, spec] of Object.entries(schema)) made[`config/${key}.md`] = configPage(key, spec, envName, z)
  for (const name of filesAt('docs')) made[name] = readFileSync(join(ROOT, 'docs', name), 'utf8')
  return { 'index.md': indexPage(made), ...made }
}

/** The product's own modules, bundled, so that this runs on every Node that the product runs on. */
async function sources() {
  const scratch = mkdtempSync(join(tmpdir(), 'hindcast-docs-'))
  try {
    const outfile = join(scratch, 'sources.mjs')
    const stdin = { contents: ENTRY, resolveDir: ROOT }
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    }
    await build({
      stdin,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile,
      banner,
      logLevel: 'silent',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * @param {{ name: string, summary: string, reactions: { event: string, lane: string, budgetMs: number, onFailure: string }[] }} behaviour
 * @param {string} group
 * @param {(key: string) => string} envName
 */
function behaviourPage({ name, summary, reactions }, group, envName) {
  const rows = reactions.map(({ event, lane, budgetMs, onFailure }) => [
    event,
    LANES[lane] ?? lane,
    `${budgetMs} ms`,
    onFailure,
  ])
  return page(
    name,
    `*${group}* · ${summary}`,
    table(['event', 'when', 'at most', 'if it fails'], rows),
    `Off: \`hindcast behaviours off ${name}\`, or \`behaviours.${name}: false\` in config.yaml, or \`${envName(`behaviours.${name}`)}=false\`.`,
    'How it fares: `hindcast behaviours`. What it said and did: `hindcast why`.',
  )
}

/** @type {Record<string, string>} */
const LANES = { record: 'as it is kept', reply: 'while the hook waits', later: 'afterwards, from the queue' }

/**
 * @param {{ name: string, summary: string, example: string, input: unknown, positional?: string[], reads: boolean, forAgents?: object }} verb
 * @param {{ toJSONSchema: Function }} z
 */
function verbPage({ name, summary, example, input, positional = [], reads, forAgents }, z) {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties)
    .filter(([key, { caller, self }]) => !caller && !self && !(key === 'from' && !properties[key].enum))
    .map(([key, property]) => {
      const flag = positional.includes(key)
        ? key.toUpperCase()
        : `--${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
      const choices = property.enum ? ` (${property.enum.join(', ')})` : ''
      const fallback =
        property.default === undefined || property.default === false ? '' : ` Default: ${property.default}.`
      return [`\`${flag}\``, required.includes(key) ? 'yes' : '', `${property.description ?? ''}${choices}.${fallback}`]
    })
  return page(
    `hindcast ${name}`,
    summary,
    `\`\`\`\n${example}\n\`\`\``,
    table(['input', 'needed', 'what'], rows),
    `HTTP: \`POST /api/${name}\`${reads ? ', also GET' : ''}. ${forAgents ? 'The agent has it as a tool.' : 'Not offered to the agent.'}`,
  )
}

/**
 * @param {string} key
 * @param {{ schema: unknown, fallback: unknown, sentence: string, aliases?: string[] }} spec
 * @param {(key: string) => string} envName
 * @param {{ toJSONSchema: Function }} z
 */
function configPage(key, { schema, fallback, sentence, aliases = [] }, envName, z) {
  const { type, enum: choices, minimum, maximum } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`
  return page(
    key,
    sentence,
    table(
      ['', ''],
      [
        ['default', `\`${JSON.stringify(fallback)}\``],
        ['takes', choices ? choices.join(', ') : `${type ?? 'text'}${range}`],
        ['environment', [envName(key), ...aliases].map((name) => `\`${name}\``).join(', ')],
      ],
    ),
    `\`\`\`\nhindcast config get ${key}\nhindcast config set ${key} ${[fallback].flat().join(',') || 'VALUE'}\n\`\`\``,
  )
}

/** @param {Record<string, string>} made */
function indexPage(made) {
  const list = (/** @type {string} */ folder) =>
    Object.entries(made)
      .filter(([path]) => path.startsWith(`${folder}/`))
      .map(([path, text]) => `- [${path.slice(folder.length + 1, -3)}](${path}): ${text.split('\n')[2]}`)
      .join('\n')
  return page(
    'Hindcast',
    '[Living with it](living-with-it.md): install, one project alone, upgrade, uninstall. Something does not work? [Troubleshooting](troubleshooting.md), or `hindcast doctor`.',
    `## Verbs\n\n\`up\`, \`open\`, \`uninstall\`, \`hook\` and \`mcp\` are commands of the command line alone: \`hindcast --help\`.\n\n${list('verbs')}`,
    `## Behaviours\n\n${list('behaviours')}`,
    `## Settings\n\n${list('config')}`,
  )
}

/** @param {string} title @param {string[]} parts */
const page = (title, ...parts) => `${[`# ${title}`, ...parts].join('\n\n')}\n`

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @param {string} folder */
const filesAt = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|md)$/.test(file) && (folder === 'docs' || file.split('/').length === 2))
    .sort()

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? join(ROOT, 'dist/docs'))
  for (const [path, text] of Object.entries(await pages())) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
}
