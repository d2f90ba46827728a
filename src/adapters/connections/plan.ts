import type { ConnectionPlace, RefusedFile } from '../../ports.ts'
import type { Created, HostFile, HostTarget, Refusal } from '../../wire/host-connection.ts'
import { readText, refusalOfFolder, refusalToWrite, type TextFile } from './file.ts'
import type { ConnectionRecord, FileRecord } from './record.ts'

/** A change to one file; if `after` is undefined, the file is deleted. */
export interface Edit {
  readonly file: TextFile
  readonly of: HostFile
  readonly after: string | undefined
  readonly mode: number
  /** The file's new entry in the record; undefined if it no longer needs one. */
  readonly record: FileRecord | undefined
}

/** The possible edits, and the files that cannot be changed. */
export interface Plan {
  readonly edits: readonly Edit[]
  readonly refused: readonly RefusedFile[]
  /** Backups to delete, whatever they contain. */
  readonly backups?: readonly string[]
}

/** Adds all of Hindcast's entries. */
export async function planConnect(files: readonly HostFile[], to: HostTarget, record: ConnectionRecord): Promise<Plan> {
  const noFolder = to.scope === 'project' && to.projectDir && (await refusalOfFolder(to.projectDir))
  if (noFolder) return { edits: [], refused: [noFolder] }
  return planned(files, record, (of, file, known) => {
    const isSecret = of.role === 'hooks' && to.transport === 'http'
    const mode = isSecret ? narrowed(file) : of.role === 'hooks' ? hasOldMode(file, known) : file.mode
    return plannedAddition(of, file, known, mode, of.put(file.text, to))
  })
}

/**
 * Removes all of Hindcast's entries, except those that other connections of the same configuration folder still need.
 */
export async function planDisconnect(
  files: readonly HostFile[],
  from: ConnectionPlace,
  record: ConnectionRecord,
): Promise<Plan> {
  const stillUsed = record.connections.some((one) => isBeside(one, from))
  const going = files.filter(({ role }) => role !== 'optional' || !stillUsed)
  return planned(going, record, (of, file, known) => {
    const outcome = of.take(file.text ?? '', known?.created)
    if (!outcome.ok)
      return mentionsUs(file) ? outcome : { file, of, after: file.text, mode: file.mode, record: undefined }
    const after = file.text === undefined ? undefined : outcome.text
    return {
      file,
      of,
      after,
      mode: hasOldMode(file, known),
      record: of.role === 'shared' && stillUsed ? known : undefined,
    }
  })
}

/** Whether anything in a file may be ours: what we write names our program. */
const mentionsUs = ({ text = '' }: TextFile): boolean => /hindcast/i.test(text)

/** Another connection of the same client and configuration folder. */
const isBeside = (one: ConnectionPlace, from: ConnectionPlace): boolean =>
  one.host === from.host &&
  one.configDir === from.configDir &&
  (one.scope !== from.scope || one.projectDir !== from.projectDir)

/** Whether there is anything to do. */
export const isChange = ({ file, after, mode }: Edit): boolean =>
  changesText({ file, after }) || (after !== undefined && mode !== file.mode)

/** Whether the text changes or the file is deleted. */
export const changesText = ({ file, after }: Pick<Edit, 'file' | 'after'>): boolean => file.text !== after

type Planner = (of: HostFile, file: TextFile, known: FileRecord | undefined) => Edit | Refusal

/** An optional file that cannot be written is left out; everything else continues without it. */
async function planned(files: readonly HostFile[], record: ConnectionRecord, edit: Planner): Promise<Plan> {
  const done = await Promise.all(files.map(async (of) => ({ of, outcome: await planFile(of, record, edit) })))
  return {
    edits: done.flatMap(({ outcome }) => ('file' in outcome ? [outcome] : [])),
    refused: done.flatMap(({ of, outcome }) => ('file' in outcome || of.role === 'optional' ? [] : [outcome])),
  }
}

async function planFile(of: HostFile, record: ConnectionRecord, edit: Planner): Promise<Edit | RefusedFile> {
  const { path } = of
  const file = await readText(path)
  if (!('text' in file)) return file
  const outcome = edit(of, file, record.files[path])
  if (!('file' in outcome)) return { path, line: outcome.line, why: outcome.why, remedy: outcome.remedy }
  return (isChange(outcome) && (await refusalToWrite(file))) || outcome
}

function plannedAddition(
  of: HostFile,
  file: TextFile,
  known: FileRecord | undefined,
  mode: number,
  outcome: { readonly ok: true; readonly text: string; readonly created: Created } | Refusal,
): Edit | Refusal {
  if (!outcome.ok) return outcome
  const before = file.text === undefined ? undefined : (known?.mode ?? (mode === file.mode ? undefined : file.mode))
  const record = { created: both(known?.created, outcome.created), mode: before, folders: known?.folders ?? [] }
  return { file, of, after: outcome.text, mode, record }
}

/**
 * A container created by an earlier connect is still Hindcast's if it is now empty, because its entries were no longer
 * wanted.
 */
const both = (before: Created = {}, now: Created): Created => {
  const ours = Object.entries(before).filter(([, was]) => was === null)
  return { ...before, ...now, ...Object.fromEntries(ours) }
}

/** Removes group and other permissions, because the file contains a token. */
const narrowed = ({ mode }: TextFile): number => ((mode & 0o077) === 0 ? mode : mode & 0o700)

/** The permissions before that, unless somebody has changed them since. */
const hasOldMode = ({ mode }: TextFile, known: FileRecord | undefined): number =>
  known?.mode !== undefined && mode === (known.mode & 0o700) ? known.mode : mode
