import type { ClaudeConnection, ConnectionPlace, RefusedFile } from '../../ports.ts'
import type { Refusal } from '../../wire/claude-code/settings/document.ts'
import type { Created } from '../../wire/claude-code/settings/edit.ts'
import { hookEntries } from '../../wire/claude-code/settings/entries.ts'
import { addEntries, removeEntries } from '../../wire/claude-code/settings/hooks.ts'
import { addServer, removeServer } from '../../wire/claude-code/settings/servers.ts'
import { readText, refusalOfFolder, refusalToWrite, type TextFile } from './file.ts'
import type { Places } from './places.ts'
import type { ConnectionRecord, FileRecord } from './record.ts'
import { isOurSkill, SKILL } from './skill.ts'

/** The name of our MCP server in the client's files. */
export const SERVER_NAME = 'hindcast'

/** One file's way from what was read to what it shall be; `after` undefined deletes it. */
export interface Edit {
  readonly file: TextFile
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

/** Hooks and server go in. */
export async function planConnect(places: Places, to: ClaudeConnection, record: ConnectionRecord): Promise<Plan> {
  const noFolder = to.scope === 'project' && to.projectDir && (await refusalOfFolder(to.projectDir))
  if (noFolder) return { edits: [], refused: [noFolder] }
  const entries = hookEntries(to)
  const server = { type: 'stdio', command: to.relay.command, args: [...to.relay.args], env: {} } as const
  const skill = await planSkill(places, record, SKILL)
  const plan = await planned([
    planFile(places.settings, record, (file, known) => {
      const mode = to.transport === 'http' ? narrowed(file) : restored(file, known)
      return added(file, known, mode, addEntries(file.text, entries))
    }),
    planFile(places.state, record, (file, known) =>
      added(file, known, file.mode, addServer(file.text, SERVER_NAME, server, serverScope(to))),
    ),
  ])
  return { ...plan, edits: [...plan.edits, ...skill] }
}

/** Hooks and server go out. */
export async function planDisconnect(places: Places, from: ConnectionPlace, record: ConnectionRecord): Promise<Plan> {
  const isState = (path: string) => path === places.state
  const stillUsed = record.connections.some((one) => isOther(one, from) && one.configDir === from.configDir)
  const edits = [places.settings, places.state].map((path) =>
    planFile(path, record, (file, known) => {
      const text = file.text ?? ''
      const outcome = isState(path)
        ? removeServer(text, SERVER_NAME, known?.created, serverScope(from))
        : removeEntries(text, known?.created)
      if (!outcome.ok) return outcome
      const after = file.text === undefined ? undefined : outcome.text
      return { file, after, mode: restored(file, known), record: isState(path) && stillUsed ? known : undefined }
    }),
  )
  const skill = stillUsed ? [] : await planSkill(places, record, undefined)
  const plan = await planned(edits)
  return { ...plan, edits: [...plan.edits, ...skill] }
}

/** The skill there, or gone, unless the file is somebody else's. Where it cannot be written, all else goes on without it. */
async function planSkill(
  { skill }: Places,
  record: ConnectionRecord,
  after: string | undefined,
): Promise<readonly Edit[]> {
  const one = await planFile(skill, record, (file, known) => {
    const { text, mode } = file
    if (!isOurSkill(text)) return { file, after: text, mode, record: undefined }
    const made = { created: { ...known?.created, '': null }, folders: known?.folders ?? [] }
    return { file, after, mode, record: after === undefined ? undefined : made }
  })
  return 'file' in one ? [one] : []
}

const isOther = (one: ConnectionPlace, from: ConnectionPlace): boolean =>
  one.scope !== from.scope || one.projectDir !== from.projectDir

/** Whether anything is to be done. */
export const isChange = ({ file, after, mode }: Edit): boolean =>
  changesText({ file, after }) || (after !== undefined && mode !== file.mode)

/** Whether other text is to be written, or the file deleted. */
export const changesText = ({ file, after }: Pick<Edit, 'file' | 'after'>): boolean => file.text !== after

const serverScope = ({ scope, projectDir }: ConnectionPlace) => ({
  projectDir: scope === 'project' ? projectDir : undefined,
})

async function planned(files: readonly Promise<Edit | RefusedFile>[]): Promise<Plan> {
  const done = await Promise.all(files)
  return {
    edits: done.flatMap((one) => ('file' in one ? [one] : [])),
    refused: done.flatMap((one) => ('file' in one ? [] : [one])),
  }
}

async function planFile(
  path: string,
  record: ConnectionRecord,
  edit: (file: TextFile, known: FileRecord | undefined) => Edit | Refusal,
): Promise<Edit | RefusedFile> {
  const file = await readText(path)
  if (!('text' in file)) return file
  const outcome = edit(file, record.files[path])
  if (!('file' in outcome)) return { path, line: outcome.line, why: outcome.why, remedy: outcome.remedy }
  return (isChange(outcome) && (await refusalToWrite(file))) || outcome
}

function added(
  file: TextFile,
  known: FileRecord | undefined,
  mode: number,
  outcome: { readonly ok: true; readonly text: string; readonly created: Created } | Refusal,
): Edit | Refusal {
  if (!outcome.ok) return outcome
  const before = file.text === undefined ? undefined : (known?.mode ?? (mode === file.mode ? undefined : file.mode))
  const record = { created: { ...known?.created, ...outcome.created }, mode: before, folders: known?.folders ?? [] }
  return { file, after: outcome.text, mode, record }
}

/** With a token in it, a file is for its owner alone. */
const narrowed = ({ mode }: TextFile): number => ((mode & 0o077) === 0 ? mode : mode & 0o700)

/** As it was before it was narrowed, unless somebody has set it otherwise since. */
const restored = ({ mode }: TextFile, known: FileRecord | undefined): number =>
  known?.mode !== undefined && mode === (known.mode & 0o700) ? known.mode : mode
