import type { ConnectionPlace, RefusedFile } from '../../ports.ts'
import type { Created, HostFile, HostTarget, Refusal } from '../../wire/host-connection.ts'
import { readText, refusalOfFolder, refusalToWrite, type TextFile } from './file.ts'
import type { ConnectionRecord, FileRecord } from './record.ts'

/** One file's way from what was read to what it shall be; `after` undefined deletes it. */
export interface Edit {
  readonly file: TextFile
  readonly of: HostFile
  readonly after: string | undefined
  readonly mode: number
  /** What the record shall say of the file; undefined where it needs none any more. */
  readonly record: FileRecord | undefined
}

/** The edits that can be made, and the files that can't be touched. */
export interface Plan {
  readonly edits: readonly Edit[]
  readonly refused: readonly RefusedFile[]
  /** Copies of settings that go whatever they hold. */
  readonly backups?: readonly string[]
}

/** All of ours goes in. */
export async function planConnect(files: readonly HostFile[], to: HostTarget, record: ConnectionRecord): Promise<Plan> {
  const noFolder = to.scope === 'project' && to.projectDir && (await refusalOfFolder(to.projectDir))
  if (noFolder) return { edits: [], refused: [noFolder] }
  return planned(files, record, (of, file, known) => {
    const isSecret = of.role === 'hooks' && to.transport === 'http'
    const mode = isSecret ? narrowed(file) : of.role === 'hooks' ? restored(file, known) : file.mode
    return added(of, file, known, mode, of.put(file.text, to))
  })
}

/** All of ours goes out, but what other connections of the same configuration folder still need. */
export async function planDisconnect(
  files: readonly HostFile[],
  from: ConnectionPlace,
  record: ConnectionRecord,
): Promise<Plan> {
  const stillUsed = record.connections.some((one) => isBeside(one, from))
  const going = files.filter(({ role }) => role !== 'optional' || !stillUsed)
  return planned(going, record, (of, file, known) => {
    const outcome = of.take(file.text ?? '', known?.created)
    if (!outcome.ok) return outcome
    const after = file.text === undefined ? undefined : outcome.text
    return {
      file,
      of,
      after,
      mode: restored(file, known),
      record: of.role === 'shared' && stillUsed ? known : undefined,
    }
  })
}

/** Another connection of the same client and configuration folder. */
const isBeside = (one: ConnectionPlace, from: ConnectionPlace): boolean =>
  one.host === from.host &&
  one.configDir === from.configDir &&
  (one.scope !== from.scope || one.projectDir !== from.projectDir)

/** Whether anything is to be done. */
export const isChange = ({ file, after, mode }: Edit): boolean =>
  changesText({ file, after }) || (after !== undefined && mode !== file.mode)

/** Whether other text is to be written, or the file deleted. */
export const changesText = ({ file, after }: Pick<Edit, 'file' | 'after'>): boolean => file.text !== after

type Planner = (of: HostFile, file: TextFile, known: FileRecord | undefined) => Edit | Refusal

/** An optional file that can't be written is left out, and everything else goes on without it. */
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

function added(
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

/** What connecting made before is still ours where it is found empty now: entries that are wanted no longer left it so. */
const both = (before: Created = {}, now: Created): Created => {
  const ours = Object.entries(before).filter(([, was]) => was === null)
  return { ...before, ...now, ...Object.fromEntries(ours) }
}

/** With a token in it, a file is for its owner alone. */
const narrowed = ({ mode }: TextFile): number => ((mode & 0o077) === 0 ? mode : mode & 0o700)

/** As it was before it was narrowed, unless somebody has set it otherwise since. */
const restored = ({ mode }: TextFile, known: FileRecord | undefined): number =>
  known?.mode !== undefined && mode === (known.mode & 0o700) ? known.mode : mode
