import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HindcastError } from '../domain/errors.ts'
import type { ConfigEditor, ConfigEntry } from '../ports.ts'
import {
  envName,
  isSwitch,
  type KeySpec,
  notYet,
  SWITCH,
  schema,
  specOf,
  unknownSetting,
  type Values,
} from './schema.ts'

/** One key as `config list` shows it. */
interface Entry extends ConfigEntry {
  readonly from: 'default' | 'file' | 'environment'
}

/** The configuration of one HINDCAST_HOME, read once; what is invalid is reported and left at its default. */
export interface Configuration {
  readonly values: Values
  readonly entries: Readonly<Record<string, Entry>>
  /** Behaviours that `behaviours.<name>` switches off. */
  readonly off: ReadonlySet<string>
  /** One line for each key that is invalid. */
  readonly complaints: readonly string[]
  /** One line for each documented variable that is accepted and has no effect. */
  readonly notices: readonly string[]
}

/** Reads `config.yaml` (may be absent) and the environment, which wins. Throws `bad-config` where the file is not a YAML map. */
export async function loadConfig(file: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const flat = flatten(await readValues(file))
  const complaints: string[] = []
  const keys = new Set([...Object.keys(schema), ...[...flat.keys(), ...switchesIn(env)].filter(isSwitch)])
  const entries: Record<string, Entry> = {}
  for (const key of keys) entries[key] = entryOf(key, specOf(key) as KeySpec, flat, env, complaints)
  for (const key of flat.keys()) if (!keys.has(key)) complaints.push(unknownSetting(key))
  const off = [...keys].filter((key) => isSwitch(key) && entries[key]?.value === false)
  return {
    values: Object.fromEntries(Object.entries(entries).map(([key, { value }]) => [key, value])) as unknown as Values,
    entries,
    off: new Set(off.map((key) => key.slice(SWITCH.length))),
    complaints,
    notices: noticesOf(env),
  }
}

/** Writes one key, keeping the file's comments and order. Throws `bad-config` where key or value is invalid. */
export async function setConfig(file: string, key: string, raw: string): Promise<void> {
  const spec = specOf(key)
  if (!spec) throw new HindcastError('bad-config', unknownSetting(key))
  const parsed = spec.schema.safeParse(raw)
  if (!parsed.success) throw new HindcastError('bad-config', `${key}: ${parsed.error.issues[0]?.message ?? raw}`)
  const { documentOf, put, valuesOf } = await import('./document.ts')
  const document = documentOf(await readText(file), file)
  valuesOf(document, file)
  put(document, key, parsed.data)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, document.toString(), { mode: 0o600 })
  await rename(draft, file)
}

/** The configuration for verbs: read anew at each call, so that it shows what the next start will find. */
export const configEditor = (file: string, env: NodeJS.ProcessEnv): ConfigEditor => ({
  path: file,
  list: async () => (await loadConfig(file, env)).entries,
  set: (key, value) => setConfig(file, key, value),
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

const noticesOf = (env: NodeJS.ProcessEnv): string[] => [
  ...(env.AGENTDB_PATH ? ['AGENTDB_PATH is not used: Hindcast has one store'] : []),
  ...Object.entries(notYet)
    .filter(([name]) => env[name])
    .map(([name, key]) => `${name} is not in effect yet: this release has no ${key}`),
]

function entryOf(
  key: string,
  spec: KeySpec,
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
    const parsed = spec.schema.safeParse(raw)
    if (parsed.success) return { ...base, value: parsed.data, from }
    complaints.push(`${name}: ${parsed.error.issues[0]?.message ?? 'invalid'}`)
  }
  return { ...base, value: spec.fallback, from: 'default' }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new HindcastError('bad-config', `cannot read ${file}: ${error.message}`)
  })
}

/** A file's contents as plain values. Most homes have none, and then nothing of YAML is loaded. */
async function readValues(file: string): Promise<object> {
  const text = await readText(file)
  if (text.trim() === '') return {}
  const { documentOf, valuesOf } = await import('./document.ts')
  return valuesOf(documentOf(text, file), file)
}
