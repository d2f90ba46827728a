import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Home } from '../config/home.ts'

const daemonState = z.object({
  pid: z.number(),
  port: z.number(),
  version: z.string(),
  protocol: z.number(),
  startedAt: z.number(),
})

/** What `daemon.json` says of the daemon that listens, or last listened. */
export type DaemonState = z.infer<typeof daemonState>

/** The last state written, if it can be read. */
export async function readState(home: Home): Promise<DaemonState | undefined> {
  const text = await readFile(home.daemon, 'utf8').catch(() => '')
  try {
    return daemonState.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Says where the daemon listens; the file stays after it, so that the next one takes the same port. */
export async function writeState(home: Home, state: DaemonState): Promise<void> {
  await writePrivate(home.daemon, `${JSON.stringify(state)}\n`)
}

/** The token of this home, made at the first call. */
export async function tokenOf(home: Home): Promise<string> {
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  await chmod(home.dir, 0o700)
  const known = (await readFile(home.token, 'utf8').catch(() => '')).trim()
  if (/^[0-9a-f]{64}$/.test(known)) return known
  const made = randomBytes(32).toString('hex')
  if (known !== '') await rm(home.token, { force: true })
  const draft = `${home.token}.${process.pid}.new`
  await writeFile(draft, made, { mode: 0o600 })
  // A link is never laid over another: whoever comes first has made the token.
  await link(draft, home.token).catch(() => undefined)
  await rm(draft, { force: true })
  return (await readFile(home.token, 'utf8')).trim()
}

async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}
