import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readGuarded, type UnreadCause } from '@hindcast/guarded/file.ts'
import type { DeclaredSetting } from '../domain/setting-forms.ts'
import type { Values } from '../domain/settings.ts'
import { flatten } from './config.ts'
import { invalidSetting, isSwitch, SWITCH, settingAt, unknownSetting } from './keys.ts'

/** The file in a project's top folder that may tighten the user's settings for that project. */
export const PROJECT_FILE = '.hindcast.yaml'

/** What a project's file asks for, by key; `complaints`: a line for each entry that is ignored. */
export interface ProjectFile {
  readonly asks: ReadonlyMap<string, unknown>
  readonly complaints: readonly string[]
}

/** The settings that apply in one project. */
export interface Tightened {
  readonly values: Values
  /** Behaviours that its files switch off. */
  readonly off: ReadonlySet<string>
}

/** Reads `.hindcast.yaml` in this folder; undefined where there is none. Never rejects: what cannot be read is ignored, with a complaint. */
export async function readProjectFile(top: string): Promise<ProjectFile | undefined> {
  try {
    const text = await textWithin(top)
    if (text === undefined) return undefined
    const { documentOf, valuesOf } = await import('./document.ts')
    return understood(flatten(valuesOf(documentOf(text, PROJECT_FILE), PROJECT_FILE)))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { asks: NONE, complaints: [`${PROJECT_FILE} is ignored: ${why.split('\n', 1)[0]}`] }
  }
}

/** The user's settings with what a project's files ask for. A file can take away from them, never add. */
export function tighten(user: Values, files: readonly ProjectFile[]): Tightened {
  const values: Record<string, unknown> = { ...user }
  const off = new Set<string>()
  for (const [key, asked] of files.flatMap(({ asks }) => [...asks])) {
    if (isSwitch(key)) {
      if (asked === false) off.add(key.slice(SWITCH.length))
      continue
    }
    const setting = settingAt(key)
    if (setting) values[key] = tighter(setting, values[key], asked)
  }
  return { values: values as unknown as Values, off }
}

/** The project files that were read so far, by project. */
export class ProjectFiles {
  readonly #read = new Map<string, Map<string, Read>>()
  readonly #tightened = new Map<string, Tightened & { readonly user: Values }>()
  readonly #complain: (path: string, complaint: string) => void

  constructor(complain: (path: string, complaint: string) => void) {
    this.#complain = complain
  }

  /**
   * Reads the file in `top`, a worktree of the project, where it has changed since. The files of the project's other
   * worktrees are kept up to date with it: the strictest of them counts. Never rejects.
   */
  async refresh(project: string, top: string): Promise<void> {
    const before = this.#read.get(project)
    const tops = [...new Set([...(before?.keys() ?? []), top])].slice(-MOST_WORKTREES)
    const now = await Promise.all(tops.map(async (one) => [one, await this.#look(one, before?.get(one))] as const))
    if (before && now.every(([one, read]) => before.get(one) === read)) return
    this.#read.set(project, new Map(now))
    this.#tightened.delete(project)
  }

  /** The user's settings as they are in this project. */
  of(project: string | undefined, user: Values): Tightened {
    const files = project === undefined ? undefined : this.#read.get(project)
    if (project === undefined || files === undefined) return { values: user, off: NOTHING }
    const known = this.#tightened.get(project)
    if (known?.user === user) return known
    const asked = [...files.values()].flatMap(({ file }) => file ?? [])
    const found = { ...tighten(user, asked), user }
    this.#tightened.set(project, found)
    return found
  }

  async #look(top: string, before: Read | undefined): Promise<Read> {
    const path = join(top, PROJECT_FILE)
    const found = await stat(path).catch(() => undefined)
    const stamp = found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : ''
    if (before?.stamp === stamp) return before
    const file = found && (await readProjectFile(top))
    for (const complaint of file?.complaints ?? []) this.#complain(path, complaint)
    return { stamp, file }
  }
}

interface Read {
  /** Changes with the file. */
  readonly stamp: string
  readonly file: ProjectFile | undefined
}

const NONE: ReadonlyMap<string, unknown> = new Map()
const NOTHING: ReadonlySet<string> = new Set()
const MOST_WORKTREES = 20
/** A larger file is not a settings file. */
const MOST_BYTES = 64 * 1024

/** Undefined where there is no such file. Throws where it is not a file of the project's own, or too large. */
async function textWithin(top: string): Promise<string | undefined> {
  const found = await readGuarded(join(top, PROJECT_FILE), { most: MOST_BYTES, within: top })
  if (found.bytes !== undefined) return found.bytes.toString('utf8')
  if (found.refusal === 'missing') return undefined
  throw new Error(REFUSED[found.refusal])
}

const REFUSED: Readonly<Record<Exclude<UnreadCause, 'missing'>, string>> = {
  outside: 'it is a symlink out of the project',
  'not a regular file': 'not a regular file',
  'too large': 'larger than 64 KB',
  'not permitted': 'you cannot read it',
  unreadable: 'it cannot be read',
  'left out': 'it was not read in time',
}

function understood(flat: ReadonlyMap<string, unknown>): ProjectFile {
  const asks = new Map<string, unknown>()
  const complaints: string[] = []
  for (const [key, raw] of flat) {
    const asked = askedFor(key, raw)
    if (typeof asked === 'string') complaints.push(`${PROJECT_FILE}: ${asked}`)
    else asks.set(key, asked.value)
  }
  return { asks, complaints }
}

/** What a file asks for with one of its entries, or why that is ignored. */
function askedFor(key: string, raw: unknown): { readonly value: unknown } | string {
  const setting = settingAt(key)
  if (!setting) return unknownSetting(key)
  if (!setting.tightens) return `${key} is ignored: only config.yaml can set it`
  const parsed = setting.form.parse(raw)
  return 'value' in parsed ? parsed : invalidSetting(key, raw, parsed.wrong, setting)
}

/** The stricter of the user's value and the one that a project asks for. */
function tighter({ tightens, form: { choices = [] } }: DeclaredSetting, own: unknown, asked: unknown): unknown {
  const [a, b] = [own as number, asked as number]
  switch (tightens) {
    case 'off':
      return own === true && asked === true
    case 'lower':
      return Math.min(a, b)
    case 'raise':
      return Math.max(a, b)
    case 'shorten':
      return a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b)
    case 'add':
      return [...new Set([...(own as string[]), ...(asked as string[])])]
    case 'along':
      return choices.indexOf(String(asked)) > choices.indexOf(String(own)) ? asked : own
    case undefined:
      return own
  }
}
