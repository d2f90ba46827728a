import { homedir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { isOlder } from '../../domain/release.ts'
import type { ClaudeConnection } from '../../ports.ts'
import { FULL_SINCE } from '../../wire/claude-code/settings/entries.ts'
import type { Surroundings } from './places.ts'
import { readRecord } from './record.ts'

/** For a program that should answer at once. */
const PATIENCE_MS = 5_000

/** A connection that fits the client that is there. */
export interface Fitted extends ClaudeConnection {
  /** The client is too old for requests and for most events. */
  readonly older?: boolean | undefined
}

/** Fits a connection to the client's release: an old one ignores a settings file with events that it does not know. */
export async function fitted(
  at: Surroundings,
  to: ClaudeConnection,
): Promise<{ readonly to: Fitted; readonly note: readonly string[] }> {
  const version = await versionOf(at)
  const older = version === undefined ? await wasOlder(at, to) : isOlder(version, FULL_SINCE)
  if (!older) return { to, note: [] }
  const why = `Claude Code ${version ?? ''} is older than ${FULL_SINCE}`.replace('  ', ' ')
  const note = `${why}: it is told by a process for each of nine events; after an upgrade of it, hindcast up`
  return { to: { ...to, transport: 'command', older }, note: [note] }
}

/** What the client says of itself; undefined where none is found. */
async function versionOf({ env, userHome }: Surroundings): Promise<string | undefined> {
  const { PATH, HOME, CLAUDE_CONFIG_DIR } = env
  const beside = ['.local/bin', '.claude/local'].map((folder) => join(userHome, folder, 'claude'))
  for (const program of ['claude', ...beside]) {
    const { stdout, failed } = await execa(program, ['--version'], {
      env: { PATH, HOME: HOME ?? homedir(), CLAUDE_CONFIG_DIR },
      extendEnv: false,
      reject: false,
      timeout: PATIENCE_MS,
      stdin: 'ignore',
    })
    const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
    if (!failed && version) return version
  }
  return undefined
}

/** What the record says of the client that cannot be asked now. */
async function wasOlder({ home }: Surroundings, to: ClaudeConnection): Promise<boolean> {
  const { connections } = await readRecord(join(home, 'connections.json'))
  return connections.some(({ configDir, older }) => configDir === to.configDir && older === true)
}
