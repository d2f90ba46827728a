// Folder src/config/: config.yaml, a project's `.hindcast.yaml`, environment, the files of a home

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Document } from 'yaml'
import { HindcastError } from '../domain/errors.ts'
import type { DeclaredSetting } from '../domain/setting-forms.ts'
import { settings, type Values } from '../domain/settings.ts'
import type { ConfigEditor, ConfigEntry } from '../ports.ts'
import { envName, invalidSetting, isSwitch, SWITCH, settingAt, unknownSetting } from './keys.ts'
import { underCurrentKeys } from './older-keys.ts'

/** One key as `config list` shows it. */
interface Entry extends ConfigEntry {
  readonly from: 'default' | 'file' | 'environment'
}

/** The configuration of one HINDCAST_HOME, read once; an invalid value is reported, and its default applies. */
export interface Configuration {
  readonly values: Values
  readonly entries: Readonly<Record<string, Entry>>
  /** Behaviours that `behaviours.<name>` switches off. */
  readonly off: ReadonlySet<string>
  /** One line for each key that is invalid. */
  readonly complaints: readonly string[]
  /** One line for each documented key or environment variable that has no effect. */
  readonly notices: readonly string[]
}

/** Reads `config.yaml` (may be absent) and the environment, which wins. Throws `bad-config` where the file is not a YAML map. */
export async function loadConfig(file: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const { flat, notices } = underCurrentKeys(flatten(await readValues(file)))
  const complaints: string[] = []
  const keys = new Set([...Object.keys(settings), ...[...flat.keys(), ...switchesIn(env)].filter(isSwitch)])
  const entries: Record<string, Entry> = {}
  for (const key of keys) entries[key] = entryOf(key, settingAt(key) as DeclaredSetting, flat, env, complaints)
  for (const key of flat.keys()) if (!keys.has(key)) complaints.push(unknownSetting(key))
  const off = [...keys].filter((key) => isSwitch(key) && entries[key]?.value === false)
  return {
    values: Object.fromEntries(Object.entries(entries).map(([key, { value }]) => [key, value])) as unknown as Values,
    entries,
    off: new Set(off.map((key) => key.slice(SWITCH.length))),
    complaints,
    notices: [...notices, ...noticesOf(env)],
  }
}

/** Writes one key, keeping the file's comments and order. Throws `bad-input` where key or value is invalid. */
export async function setConfig(file: string, key: string, raw: string): Promise<void> {
  const spec = settingAt(key)
  if (!spec) throw unknown(key)
  const parsed = spec.form.parse(raw)
  if ('wrong' in parsed)
    throw new HindcastError('bad-input', invalidSetting(key, raw, parsed.wrong, spec), {
      remedy: `for its description, run hindcast config get ${key}`,
    })
  const { setValue } = await import('./document.ts')
  await edit(file, (document) => setValue(document, key, parsed.value))
}

/** Removes one key, so that its default applies. Throws `bad-input` where the key is unknown. */
export async function unsetConfig(file: string, key: string): Promise<void> {
  if (!settingAt(key)) throw unknown(key)
  if (!flatten(await readValues(file)).has(key)) return
  const { drop } = await import('./document.ts')
  await edit(file, (document) => drop(document, key))
}

/** The switch of a behaviour is listed only where it is set; asked for by name, it has its default. */
async function getConfig(file: string, key: string, env: NodeJS.ProcessEnv): Promise<ConfigEntry> {
  const spec = settingAt(key)
  if (!spec) throw unknown(key)
  const { fallback, sentence } = spec
  const entries = new Map(Object.entries((await loadConfig(file, env)).entries))
  return entries.get(key) ?? { value: fallback, default: fallback, from: 'default', sentence }
}

const unknown = (key: string) => {
  const why = unknownSetting(key)
  const remedy = why.endsWith('?') ? '' : 'to list all settings, run hindcast config list'
  return new HindcastError('bad-input', why, { remedy })
}

/** Changes the file in one step. Throws `bad-config` where it is not a YAML map. */
async function edit(file: string, change: (document: Document) => void): Promise<void> {
  const { documentOf, valuesOf } = await import('./document.ts')
  const document = documentOf(await readText(file), file)
  valuesOf(document, file)
  change(document)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, document.toString(), { mode: 0o600 })
  await rename(draft, file)
}

/** The configuration for verbs: read from disk at each call, so that it shows what the next start will find. */
export const configEditor = (file: string, env: NodeJS.ProcessEnv): ConfigEditor => ({
  path: file,
  list: async () => (await loadConfig(file, env)).entries,
  get: (key) => getConfig(file, key, env),
  set: (key, value) => setConfig(file, key, value),
  unset: (key) => unsetConfig(file, key),
})

/** Nested maps as dotted keys; a key that is itself dotted is taken as it stands. */
export function flatten(value: object, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix ? `${prefix}.${name}` : name
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    if (isGroup) flatten(inner as object, key, into)
    else into.set(key, inner)
  }
  return into
}

/** The switches of behaviours that an environment sets: HINDCAST_BEHAVIOURS_TOOL_USE → `behaviours.tool-use`. */
const switchesIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(ENV_SWITCH) && env[name] !== '')
    .map((name) => `${SWITCH}${name.slice(ENV_SWITCH.length).toLowerCase().replaceAll('_', '-')}`)

const ENV_SWITCH = envName(SWITCH)

const noticesOf = (env: NodeJS.ProcessEnv): string[] =>
  env.AGENTDB_PATH ? ['AGENTDB_PATH is ignored: Hindcast has one store'] : []

function entryOf(
  key: string,
  spec: DeclaredSetting,
  flat: ReadonlyMap<string, unknown>,
  env: NodeJS.ProcessEnv,
  complaints: string[],
): Entry {
  const base = { default: spec.fallback, sentence: spec.sentence }
  const variable = [envName(key), ...(spec.aliases ?? [])].find((name) => env[name] !== undefined && env[name] !== '')
  const candidates: [Entry['from'], unknown, string][] = []
  if (variable) candidates.push(['environment', env[variable], variable])
  if (flat.has(key)) candidates.push(['file', flat.get(key), key])
  for (const [from, raw, name] of candidates) {
    const parsed = spec.form.parse(raw)
    if ('value' in parsed) return { ...base, value: parsed.value, from }
    complaints.push(invalidSetting(name, raw, parsed.wrong, spec))
  }
  return { ...base, value: spec.fallback, from: 'default' }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new HindcastError('bad-config', `cannot read ${file}: ${error.message}`, { remedy: 'make the file readable' })
  })
}

/** A file's contents as plain values. Most homes have none, and then nothing of YAML is loaded. */
async function readValues(file: string): Promise<object> {
  const text = await readText(file)
  if (text.trim() === '') return {}
  const { documentOf, valuesOf } = await import('./document.ts')
  return valuesOf(documentOf(text, file), file)
}
