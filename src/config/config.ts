import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HindcastError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { behaviourSwitch, envName, type Key, type KeySpec, schema, type Values } from './schema.ts'

/** Where a value came from. */
export type Source = 'default' | 'file' | 'environment'

/** One key as `config list` shows it. */
export interface Entry {
  readonly value: unknown
  readonly default: unknown
  readonly from: Source
  readonly sentence: string
}

/** The configuration of one HINDCAST_HOME, read once; what does not fit is told and left at its default. */
export interface Configuration {
  readonly values: Values
  readonly entries: Readonly<Record<string, Entry>>
  /** One line for each key that was not understood. */
  readonly complaints: readonly string[]
  settings(): Settings
  /** Whether a behaviour is switched on (`behaviours.<name>`). */
  enabled(behaviour: string): boolean
}

/** Reads `config.yaml` (may be absent) and the environment, which wins. Throws `bad-config` where the file is no YAML map. */
export async function loadConfig(file: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const flat = flatten(await readValues(file))
  const complaints: string[] = []
  const switches = [...flat.keys()].filter(isSwitch).map((key) => [key, behaviourSwitch] as const)
  const specs: readonly (readonly [string, KeySpec])[] = [...Object.entries<KeySpec>(schema), ...switches]
  const entries = Object.fromEntries(specs.map(([key, spec]) => [key, entryOf(key, spec, flat, env, complaints)]))
  for (const key of flat.keys()) if (!Object.hasOwn(entries, key)) complaints.push(`${key} is no setting`)
  if (env.AGENTDB_PATH) complaints.push('AGENTDB_PATH is not used: there is one store')
  const values = valuesOfEntries(entries)
  const isOn = (behaviour: string) => entryOf(`${SWITCH}${behaviour}`, behaviourSwitch, flat, env, []).value === true
  return { values, entries, complaints, settings: () => settingsOf(values), enabled: once(values.enabled, isOn) }
}

/** Writes one key, keeping the file's comments and order. Throws `bad-config` where key or value does not fit. */
export async function setConfig(file: string, key: string, raw: string): Promise<void> {
  const spec = specOf(key)
  if (!spec) throw new HindcastError('bad-config', `${key} is no setting`)
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

/** Every event asks for its behaviours. */
function once(any: boolean, isOn: (behaviour: string) => boolean): (behaviour: string) => boolean {
  const known = new Map<string, boolean>()
  return (behaviour) => {
    const answer = any && (known.get(behaviour) ?? isOn(behaviour))
    known.set(behaviour, answer)
    return answer
  }
}

const SWITCH = 'behaviours.'
const isSwitch = (key: string): boolean => key.startsWith(SWITCH) && key.length > SWITCH.length

function specOf(key: string): KeySpec | undefined {
  if (isSwitch(key)) return behaviourSwitch
  return Object.hasOwn(schema, key) ? schema[key as Key] : undefined
}

function entryOf(
  key: string,
  spec: KeySpec,
  flat: ReadonlyMap<string, unknown>,
  env: NodeJS.ProcessEnv,
  complaints: string[],
): Entry {
  const base = { default: spec.fallback, sentence: spec.sentence }
  const variable = [envName(key), ...(spec.aliases ?? [])].find((name) => env[name] !== undefined && env[name] !== '')
  const candidates: [Source, unknown, string][] = []
  if (variable) candidates.push(['environment', env[variable], variable])
  if (flat.has(key)) candidates.push(['file', flat.get(key), key])
  for (const [from, raw, name] of candidates) {
    const parsed = spec.schema.safeParse(raw)
    if (parsed.success) return { ...base, value: parsed.data, from }
    complaints.push(`${name}: ${parsed.error.issues[0]?.message ?? 'does not fit'}`)
  }
  return { ...base, value: spec.fallback, from: 'default' }
}

const valuesOfEntries = (entries: Readonly<Record<string, Entry>>): Values =>
  Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, entry.value])) as unknown as Values

const settingsOf = (values: Values): Settings => ({
  tokenBudget: { sessionStart: values['tokenBudget.sessionStart'], prompt: values['tokenBudget.prompt'] },
  prompt: { depth: values['prompt.depth'], limit: values['prompt.limit'] },
  contextObservations: values.contextObservations,
  contextSummaries: values.contextSummaries,
  standing: { enabled: values['standing.enabled'] },
  skipTools: values.skipTools,
  significance: { min: values['significance.min'] },
  outcome: { extraCommands: values['outcome.extraCommands'] },
  limits: { memoryMb: values['limits.memoryMb'], agents: values['limits.agents'] },
})

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new HindcastError('bad-config', `${file} cannot be read: ${error.message}`)
  })
}

/** What a file says, as plain values. Most homes have none, and then nothing of YAML is loaded. */
async function readValues(file: string): Promise<object> {
  const text = await readText(file)
  if (text.trim() === '') return {}
  const { documentOf, valuesOf } = await import('./document.ts')
  return valuesOf(documentOf(text, file), file)
}

/** Nested maps as dotted keys; a key that is itself dotted is taken as it stands. */
function flatten(value: object, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix ? `${prefix}.${name}` : name
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    if (isGroup) flatten(inner as object, key, into)
    else into.set(key, inner)
  }
  return into
}
