// Folder src/sources/: clients' transcripts, and claude-mem, as events

import { access, type FileHandle, open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import picomatch from 'picomatch'
import { HindcastError } from '../../domain/errors.ts'
import type { Host } from '../../wire/host.ts'
import type { HostMachine } from '../../wire/host-connection.ts'
import type { HostTranscripts, TranscriptHead } from '../../wire/host-transcripts.ts'

/** A transcript on disk, according to its location and first bytes. */
export interface TranscriptFile {
  /** The name of the client that wrote it. */
  readonly host: string
  readonly path: string
  readonly size: number
  /** When it was last written (epoch milliseconds). */
  readonly written: number
  /** Its session, by its file name. */
  readonly session: string
  /** The subagent, if it is a subagent's. */
  readonly agent?: { readonly id: string; readonly type: string }
  /** The folder in which the client keeps a project's transcripts. */
  readonly folder: string
}

/** How the client that wrote a file writes transcripts. Throws if no host claims it. */
export function transcriptsOf({ host: name }: TranscriptFile, hosts: readonly Host[]): HostTranscripts {
  const host = hosts.find((one) => one.name === name)
  if (!host) throw new Error(`unknown client '${name}'`)
  return host.transcripts
}

/** A client, and the folder for all of its transcripts. */
export interface TranscriptPlace {
  readonly host: Host
  readonly folder: string
}

/** Where clients keep their transcripts on this machine. */
export const transcriptPlaces = (hosts: readonly Host[], at: HostMachine): readonly TranscriptPlace[] =>
  hosts.map((host) => ({ host, folder: host.transcripts.folder(at) }))

/**
 * The transcripts at these paths, files or folders (all of them by default), without following links inside; sorted by
 * when their sessions began, with a fork after everything that it repeats. `exclude`: globs of transcript paths, or of
 * the folders in which sessions began.
 */
export async function discover(
  places: readonly TranscriptPlace[],
  paths: readonly string[],
  exclude: readonly string[],
): Promise<readonly TranscriptFile[]> {
  const files = new Set<string>()
  const roots = paths.length > 0 ? paths : places.map(({ folder }) => folder)
  for (const root of roots) for (const path of await filesAt(root, places)) files.add(path)
  const found: Found[] = []
  for (const path of files) {
    const one = await look(path, await candidatesFor(path, places))
    if (one && !isExcluded(one, exclude)) found.push(one)
  }
  return behindWhatIsRepeated(found.sort(byBeginning)).map(({ file }) => file)
}

async function filesAt(place: string, places: readonly TranscriptPlace[]): Promise<readonly string[]> {
  const root = await realpath(place).catch(() => undefined)
  if (root === undefined) return []
  if ((await stat(root)).isFile()) return [root]
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && places.some(({ host }) => entry.name.endsWith(host.transcripts.extension)))
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The clients that may have written a file: the one that owns its folder, otherwise those with matching transcript
 * names.
 */
async function candidatesFor(path: string, places: readonly TranscriptPlace[]): Promise<readonly Host[]> {
  for (const { host, folder } of places) {
    const root = await realpath(folder).catch(() => undefined)
    if (root !== undefined && path.startsWith(join(root, '/'))) return [host]
  }
  const named = places.filter(({ host }) => path.endsWith(host.transcripts.extension))
  return (named.length > 0 ? named : places).map(({ host }) => host)
}

/** A transcript with its sort keys. */
interface Found {
  readonly file: TranscriptFile
  readonly head: TranscriptHead
  /** The sessions whose history it repeats. */
  readonly repeats: readonly string[]
}

const HEAD = 64 * 1024

/** Read by the first candidate that recognises its head. */
async function look(path: string, candidates: readonly Host[]): Promise<Found | undefined> {
  const handle = await open(path).catch(() => undefined)
  if (!handle) return undefined
  try {
    const { size, mtimeMs } = await handle.stat()
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(HEAD, size)), 0, Math.min(HEAD, size), 0)
    const text = buffer.toString('utf8', 0, bytesRead)
    const heads = candidates.map((host) => ({ host, head: host.transcripts.head(text) }))
    const known = heads.find(({ head }) => head.session !== undefined) ?? heads[0]
    if (!known) return undefined
    const { host, head } = known
    const repeats = head.forked ? await repeatedIn(handle, host.transcripts, head) : []
    const owner = await ownerOf(host.transcripts, path, head)
    return { file: { host: host.name, path, size, written: mtimeMs, ...owner }, head, repeats }
  } finally {
    await handle.close()
  }
}

/** A fork of a fork may name the session in between late in the file, so the whole file is searched, in chunks. */
async function repeatedIn(
  handle: FileHandle,
  transcripts: HostTranscripts,
  { session }: TranscriptHead,
): Promise<readonly string[]> {
  const others = new Set<string>()
  for (let at = 0; ; at += PART - OVERLAP) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART), 0, PART, at)
    const part = buffer.toString('latin1', 0, bytesRead)
    for (const other of transcripts.repeatedIn(part, session)) others.add(other)
    if (bytesRead < PART) return [...others]
  }
}

const PART = 1024 * 1024
/** Longer than the text searched for. */
const OVERLAP = 1024

async function ownerOf(
  transcripts: HostTranscripts,
  path: string,
  head: TranscriptHead,
): Promise<Pick<TranscriptFile, 'session' | 'agent' | 'folder'>> {
  const { session, folder, agent } = transcripts.ownerOf(path, head)
  if (!agent) return { session, folder }
  const described = agent.described === undefined ? undefined : await jsonIn(agent.described)
  return { session, folder, agent: { id: agent.id, type: transcripts.agentType(described) } }
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

const isExcluded = ({ file, head: { dir } }: Found, globs: readonly string[]): boolean =>
  globs.some((glob) => picomatch.isMatch(file.path, glob) || (dir !== undefined && picomatch.isMatch(dir, glob)))

/** The same order, but with each file after those of the sessions that it repeats. */
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
    a.file.written - b.file.written ||
    compare(a.file.path, b.file.path)
  )
}

/** Sorts after every date. */
const UNDATED = '~'
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** The same for paths that a person named. Throws `bad-database` for one at which nothing is. */
export async function transcriptsAsked(
  ...[places, paths, exclude]: Parameters<typeof discover>
): ReturnType<typeof discover> {
  for (const path of paths)
    await access(path).catch(() => {
      const remedy = 'pass a transcript, or a folder that contains some'
      throw new HindcastError('bad-database', `${path} does not exist`, { remedy })
    })
  return discover(places, paths, exclude)
}

/** The size of files together. */
export const bytesOf = (files: readonly TranscriptFile[]): number => files.reduce((sum, { size }) => sum + size, 0)
