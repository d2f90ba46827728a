import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Document, parseDocument } from 'yaml'
import type { z } from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { envName, type Key, schema, type Values } from './schema.ts'

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

/** Reads `config.yaml` (may be absent) and the environment, which wins. Throws only where the file is no YAML. */
export async function loadConfig(file: string, env: NodeJS.ProcessEnv): Promise<Configuration> {
  const document = await readDocument(file)
  const flat = flatten(document.toJS() ?? {})
  const complaints: string[] = []
  const entries: Record<string, Entry> = {}
  for (const [key, spec] of Object.entries(schema)) entries[key] = entryOf(key as Key, spec, flat, env, complaints)
  for (const key of [...flat.keys()].filter((key) => key.startsWith('behaviours.'))) {
    entries[key] = {
      value: flat.get(key) !== false,
      default: true,
      from: 'file',
      sentence: 'Whether this behaviour runs.',
    }
  }
  for (const key of flat.keys()) if (!(key in entries)) complaints.push(`${key} is no setting`)
  const values = Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => [key, entry.value]),
  ) as unknown as Values
  const enabled = (behaviour: string) =>
    values.enabled && switchOf(`behaviours.${behaviour}`, env, flat.get(`behaviours.${behaviour}`))
  return { values, entries, complaints, settings: () => settingsOf(values), enabled }
}

/** Writes one key, keeping the file's comments and order. Throws `bad-config` where key or value does not fit. */
export async function setConfig(file: string, key: string, raw: string): Promise<void> {
  const isSwitch = key.startsWith('behaviours.')
  if (!(key in schema) && !isSwitch) throw new HindcastError('bad-config', `${key} is no setting`)
  const spec = isSwitch ? schema.enabled : schema[key as Key]
  const parsed = (spec.schema as z.ZodType).safeParse(raw)
  if (!parsed.success) throw new HindcastError('bad-config', `${key}: ${parsed.error.issues[0]?.message ?? raw}`)
  const document = await readDocument(file)
  const flatNode = document.has(key)
  document.setIn(flatNode ? [key] : key.split('.'), parsed.data)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, document.toString(), { mode: 0o600 })
  await rename(draft, file)
}

function entryOf(
  key: Key,
  spec: (typeof schema)[Key],
  flat: ReadonlyMap<string, unknown>,
  env: NodeJS.ProcessEnv,
  complaints: string[],
): Entry {
  const base = { default: spec.fallback, sentence: spec.sentence }
  const aliases = 'aliases' in spec ? (spec.aliases ?? []) : []
  const variable = [envName(key), ...aliases].find((name) => env[name] !== undefined && env[name] !== '')
  const candidates: [Source, unknown, string][] = []
  if (variable) candidates.push(['environment', env[variable], variable])
  if (flat.has(key)) candidates.push(['file', flat.get(key), key])
  for (const [from, raw, name] of candidates) {
    const parsed = (spec.schema as z.ZodType).safeParse(raw)
    if (parsed.success) return { ...base, value: parsed.data, from }
    complaints.push(`${name}: ${parsed.error.issues[0]?.message ?? 'does not fit'}`)
  }
  return { ...base, value: spec.fallback, from: 'default' }
}

function switchOf(key: string, env: NodeJS.ProcessEnv, fromFile: unknown): boolean {
  const parsed = schema.enabled.schema.safeParse(env[envName(key)] ?? fromFile ?? true)
  return parsed.success ? parsed.data : true
}

const settingsOf = (values: Values): Settings => ({
  tokenBudget: { sessionStart: values['tokenBudget.sessionStart'], prompt: values['tokenBudget.prompt'] },
  contextObservations: values.contextObservations,
  contextSummaries: values.contextSummaries,
  skipTools: values.skipTools,
  significance: { min: values['significance.min'] },
})

async function readDocument(file: string): Promise<Document> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new HindcastError('bad-config', `${file} cannot be read: ${error.message}`)
  })
  const document = parseDocument(text)
  const first = document.errors[0]
  if (first) throw new HindcastError('bad-config', `${file} is no YAML: ${first.message.split('\n')[0]}`)
  return document
}

/** Nested maps as dotted keys; a key that is itself dotted is taken as it stands. */
function flatten(value: unknown, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
    const key = prefix ? `${prefix}.${name}` : name
    const isMap = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    if (isMap) flatten(inner, key, into)
    else into.set(key, inner)
  }
  return into
}
