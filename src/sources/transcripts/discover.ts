import { type FileHandle, open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import picomatch from 'picomatch'
import { headOf, othersIn, type TranscriptHead } from '../../wire/claude-code/transcript/head.ts'
import { subagentType } from '../../wire/claude-code/transcript/line.ts'

/** A transcript on the disk, as its place and first bytes tell it. */
export interface TranscriptFile {
  readonly path: string
  readonly size: number
  /** Whose it is, by its name. */
  readonly session: string
  /** The subagent's, where it is one's. */
  readonly agent?: { readonly id: string; readonly type: string }
  /** The folder under which the client keeps a project's transcripts. */
  readonly folder: string
}

/** Where Claude Code keeps its transcripts. */
export const transcriptsFolder = (env: NodeJS.ProcessEnv): string =>
  join(env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'), 'projects')

/**
 * The transcripts at these places, files or folders, links within them not followed; in the order in which their sessions
 * began, a fork behind all that it repeats. `exclude`: globs of transcripts' paths, or of the folders that sessions began in.
 */
export async function discover(
  places: readonly string[],
  exclude: readonly string[],
): Promise<readonly TranscriptFile[]> {
  const paths = new Set<string>()
  for (const place of places) for (const path of await filesAt(place)) paths.add(path)
  const found: Found[] = []
  for (const path of paths) {
    const one = await look(path)
    if (one && !isExcluded(one, exclude)) found.push(one)
  }
  return behindWhatIsRepeated(found.sort(byBeginning)).map(({ file }) => file)
}

const EXTENSION = '.jsonl'

async function filesAt(place: string): Promise<readonly string[]> {
  const root = await realpath(place).catch(() => undefined)
  if (root === undefined) return []
  if ((await stat(root)).isFile()) return [root]
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(EXTENSION))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A transcript with what orders it: how it begins, and when it was last written. */
interface Found {
  readonly file: TranscriptFile
  readonly head: TranscriptHead
  readonly written: number
  /** Sessions whose history it repeats. */
  readonly repeats: readonly string[]
}

const HEAD = 64 * 1024

async function look(path: string): Promise<Found | undefined> {
  const handle = await open(path).catch(() => undefined)
  if (!handle) return undefined
  try {
    const { size, mtimeMs } = await handle.stat()
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(HEAD, size)), 0, Math.min(HEAD, size), 0)
    const head = headOf(buffer.toString('utf8', 0, bytesRead))
    const repeats = head.forked ? await repeatedIn(handle, head) : []
    return { file: { path, size, ...(await ownerOf(path, head)) }, head, written: mtimeMs, repeats }
  } finally {
    await handle.close()
  }
}

/** A fork of a fork names the session between late: all of the file is looked through, a part at a time. */
async function repeatedIn(handle: FileHandle, { session }: TranscriptHead): Promise<readonly string[]> {
  const others = new Set<string>()
  for (let at = 0; ; at += PART - OVERLAP) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART), 0, PART, at)
    for (const other of othersIn(buffer.toString('latin1', 0, bytesRead), session)) others.add(other)
    if (bytesRead < PART) return [...others]
  }
}

const PART = 1024 * 1024
/** Longer than what is looked for. */
const OVERLAP = 1024

const AGENT = /^agent-(.+)$/

/** Main transcripts are named by their session; a subagent's stands below its session's name, or beside it (old versions). */
async function ownerOf(
  path: string,
  head: TranscriptHead,
): Promise<Pick<TranscriptFile, 'session' | 'agent' | 'folder'>> {
  const name = basename(path, EXTENSION)
  const id = AGENT.exec(name)?.[1]
  const within = path.split('/').lastIndexOf('projects')
  const folder =
    within < 0
      ? dirname(path)
      : path
          .split('/')
          .slice(0, within + 2)
          .join('/')
  if (id === undefined) return { session: name, folder }
  const type = await agentType(path.replace(/\.jsonl$/, '.meta.json'))
  return { session: head.session ?? basename(dirname(dirname(path))), agent: { id, type }, folder }
}

async function agentType(path: string): Promise<string> {
  try {
    return subagentType(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return ''
  }
}

const isExcluded = ({ file, head: { dir } }: Found, globs: readonly string[]): boolean =>
  globs.some((glob) => picomatch.isMatch(file.path, glob) || (dir !== undefined && picomatch.isMatch(dir, glob)))

/** The same order, but each behind the files of the sessions that it repeats. */
function behindWhatIsRepeated(found: readonly Found[]): readonly Found[] {
  const ordered = new Set<Found>()
  const begun = new Set<Found>()
  const add = (one: Found) => {
    if (begun.has(one)) return
    begun.add(one)
    for (const other of found) if (one.repeats.includes(other.file.session)) add(other)
    ordered.add(one)
  }
  for (const one of found) add(one)
  return [...ordered]
}

function byBeginning(a: Found, b: Found): number {
  return (
    Number(a.head.forked) - Number(b.head.forked) ||
    compare(a.head.began ?? UNDATED, b.head.began ?? UNDATED) ||
    a.written - b.written ||
    compare(a.file.path, b.file.path)
  )
}

/** Behind every date. */
const UNDATED = '~'
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
