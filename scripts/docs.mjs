#!/usr/bin/env node
// @ts-check
// Builds the documentation: one page per behaviour, verb and setting, from the registries and schemas, and the pages of docs/.
//   node scripts/docs.mjs [FOLDER]   (default: dist/docs)
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '..')

const SETTINGS = `
export { settings } from './src/domain/settings.ts'
export { envName } from './src/config/keys.ts'
`
const ENTRY = `
export { behaviours } from './src/behaviours/registry.ts'
export { operations } from './src/operations/registry.ts'
export { envName } from './src/config/keys.ts'
export { withClientNames } from './src/cli/program.ts'
export { z } from 'zod'
`

/**
 * Every page by its path, such as `behaviours/session-index.md`.
 * @returns {Promise<Record<string, string>>}
 */
export async function pages() {
  const { behaviours, operations, envName, withClientNames, z } = await sources(ENTRY)
  const groups = Object.fromEntries(
    filesAt('src/behaviours').map((file) => file.replace(/\.ts$/, '').split('/').reverse()),
  )
  /** @type {Record<string, string>} */
  const made = {}
  for (const one of behaviours) made[`behaviours/${one.name}.md`] = behaviourPage(one, groups[one.name] ?? '', envName)
  for (const one of operations) made[`verbs/${one.name}.md`] = withClientNames(verbPage(one, z))
  Object.assign(made, await settingPages())
  for (const name of filesAt('docs')) made[name] = readFileSync(join(ROOT, 'docs', name), 'utf8')
  return { 'index.md': indexPage(made), ...made }
}

/**
 * The page of every setting by its path.
 * @returns {Promise<Record<string, string>>}
 */
export async function settingPages() {
  const { settings, envName } = await sources(SETTINGS)
  const all = Object.entries(settings).map(([key, setting]) => [`config/${key}.md`, configPage(key, setting, envName)])
  return Object.fromEntries(all)
}

/**
 * The product's own modules, bundled first, because Node 20 cannot import TypeScript.
 * @param {string} entry what is taken of them
 */
async function sources(entry) {
  const scratch = mkdtempSync(join(tmpdir(), 'hindcast-docs-'))
  try {
    const outfile = join(scratch, 'sources.mjs')
    const stdin = { contents: entry, resolveDir: ROOT }
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    }
    await build({
      stdin,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      // A UMD build requires its own parts at run time, which a bundler cannot follow
      mainFields: ['module', 'main'],
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
 * @param {{ name: string, summary: string, reactions: { event: string, lane: string, onFailure: string }[] }} behaviour
 * @param {string} group
 * @param {(key: string) => string} envName
 */
function behaviourPage({ name, summary, reactions }, group, envName) {
  const rows = reactions.map(({ event, lane, onFailure }) => [event, LANES[lane] ?? lane, onFailure])
  return page(
    name,
    `*${group}* · ${summary}`,
    table(['event', 'runs', 'on failure'], rows),
    `To switch it off, run \`hindcast behaviours off ${name}\`, or set \`behaviours.${name}: false\` in config.yaml or \`${envName(`behaviours.${name}`)}=false\` in the environment.`,
    '`hindcast behaviours` shows its failures and timings; `hindcast why` shows what it did in a session.',
  )
}

/** @type {Record<string, string>} */
const LANES = {
  record: 'as the event is recorded',
  reply: 'while the hook waits',
  later: 'in the background, from the queue',
}

/**
 * @param {{ name: string, summary: string, example: string, input: unknown, positional?: string[], reads: boolean, forAgents?: object }} verb
 * @param {{ toJSONSchema: Function }} z
 */
function verbPage({ name, summary, example, input, positional = [], reads, forAgents }, z) {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties)
    .filter(
      ([key, { caller, self, text, hidden, chosen }]) =>
        !(caller || self || text || hidden) && (key !== 'from' || chosen),
    )
    .map(([key, property]) => {
      const flag = positional.includes(key)
        ? (property.called ?? key).toUpperCase()
        : `--${String(property.flag ?? key).replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
      const choices = property.enum ? ` (${property.enum.join(', ')})` : ''
      const fallback =
        property.default === undefined || property.default === false ? '' : ` Default: ${property.default}.`
      return [
        `\`${flag}\``,
        required.includes(key) ? 'yes' : '',
        `${sentence(`${property.description ?? ''}${choices}`)}${fallback}`,
      ]
    })
  return page(
    `hindcast ${name}`,
    summary,
    `\`\`\`\n${example}\n\`\`\``,
    table(['argument', 'required', 'description'], rows),
    `HTTP: \`POST /api/${name}\`${reads ? ' or `GET`' : ''}. ${forAgents ? `Agents can call it as the MCP tool \`${name}\`.` : 'Not available to agents over MCP.'}`,
  )
}

/**
 * @param {string} key
 * @param {import('../src/domain/setting-forms.ts').DeclaredSetting} setting
 * @param {(key: string) => string} envName
 */
function configPage(key, { form, fallback, sentence, aliases = [], tightens }, envName) {
  return page(
    key,
    sentence,
    table(
      ['', ''],
      [
        ['default', `\`${JSON.stringify(fallback)}\``],
        ['values', form.values],
        ['environment', [envName(key), ...aliases].map((name) => `\`${name}\``).join(', ')],
        ['`.hindcast.yaml` of a project', tightens ? TIGHTENINGS[tightens] : 'cannot change it'],
      ],
    ),
    `\`\`\`\nhindcast config get ${key}\nhindcast config set ${key} ${[fallback].flat().join(',') || 'VALUE'}\n\`\`\``,
  )
}

/** @type {Record<import('../src/domain/setting-forms.ts').Tightening, string>} */
const TIGHTENINGS = {
  off: 'can switch it off',
  lower: 'can lower it',
  raise: 'can raise it',
  shorten: 'can shorten it',
  add: 'can add to it',
  along: 'can choose a later one of the values above',
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
    '[Install, upgrade, uninstall](installation.md), including how to connect a single project. If something does not work, run `hindcast doctor`, then see [Troubleshooting](troubleshooting.md).',
    `## Commands\n\n\`up\`, \`open\`, \`uninstall\`, \`hook\` and \`mcp\` exist only on the command line; see \`hindcast --help\`.\n\n${list('verbs')}`,
    `## Behaviours\n\n${list('behaviours')}`,
    `## Settings\n\n${list('config')}`,
  )
}

/** @param {string} text */
const sentence = (text) => (/[.!?]\)?$/.test(text) ? text : `${text}.`)

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
    .filter((file) => /\.(ts|md)$/.test(file) && file.split('/').length === (folder === 'docs' ? 1 : 2))
    .sort()

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? join(ROOT, 'dist/docs'))
  for (const [path, text] of Object.entries(await pages())) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
}
