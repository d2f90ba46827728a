import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { bareEnvironment, changedSettings, environmentIn, environmentText, patience } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { isLocked } from '../daemon/examined.ts'
import { isElsewhere, isHanging, schedulingOf } from '../daemon/standby-process.ts'
import { knownToken, readState, writePrivate } from '../daemon/state.ts'
import { type ErrorCode, errorTable, HindcastError } from '../domain/errors.ts'
import {
  type Endpoint,
  endpointOf,
  environmentFile,
  isAlive,
  isDaemon,
  request,
  reviveDaemon,
} from '../hook/daemon-process.ts'
import { VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'
import { notStarted } from './not-started.ts'

const START_MS = 15_000 * patience()
const ANSWER_MS = 120_000
/** A person can wait longer for an answer than a hook can. */
const PATIENCE_MS = 2_000 * patience()

/** The same for a daemon that waits for a processor itself. */
const BUSY_MS = 60_000 * patience()

/** The daemon that listens now, or undefined. On a busy machine it is asked again as long as it only waits for a processor. */
export async function runningDaemon(home: Home): Promise<Endpoint | undefined> {
  const endpoint = endpointOf(home.dir)
  for (const end = performance.now() + BUSY_MS; endpoint !== undefined && performance.now() < end; ) {
    const [began, before] = [performance.now(), schedulingOf(endpoint.pid)]
    if (await isAlive(endpoint, PATIENCE_MS)) return endpoint
    const ms = performance.now() - began
    if (ms < PATIENCE_MS || isHanging(before, schedulingOf(endpoint.pid), ms)) return undefined
  }
  return undefined
}

/** Whether a client says that it started this program, as it does for every command of its agent. */
export const isToldByClient = (env: NodeJS.ProcessEnv): boolean =>
  hosts.some(({ environment }) => Boolean(env[environment.agent]))

/**
 * Records the environment that this home's daemons are started with. A person's terminal decides it; a client's environment
 * may hold what a project has set, so a client records only the bare minimum, and only if nothing is recorded yet.
 * `again` replaces an earlier record. Returns the variables of settings that differ from that record.
 */
export async function recordEnvironment(
  home: Home,
  { again }: { readonly again: boolean },
): Promise<readonly string[]> {
  const file = environmentFile(home.dir)
  const before = existsSync(file) ? environmentIn(await readFile(file, 'utf8')) : undefined
  if (before !== undefined && (!again || isToldByClient(process.env))) return []
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  const now = isToldByClient(process.env) ? bareEnvironment(process.env) : process.env
  await writePrivate(file, environmentText(now))
  return before === undefined ? [] : changedSettings(before, now)
}

/** The daemon, started if none is running; one that does not answer is killed first. Throws `not-started`. */
export async function ensureDaemon(home: Home, app: string): Promise<Endpoint> {
  const began = Date.now()
  await recordEnvironment(home, { again: false })
  await endUnheard(home)
  const endpoint = await reviveDaemon(home.dir, app, START_MS, PATIENCE_MS).catch(() => undefined)
  if (endpoint) return endpoint
  throw await notStarted(home, began, START_MS)
}

/** Kills a daemon that nobody can use: it does not answer, or its token is lost. */
async function endUnheard(home: Home): Promise<void> {
  const state = await readState(home)
  if (state && !isElsewhere(state.pid) && !((await knownToken(home)) && (await isAlive(state, PATIENCE_MS))))
    await endDaemon(home, state.pid)
}

/** Ends the daemon that `daemon.json` names. */
export async function endDaemon(home: Home, pid: number): Promise<void> {
  if (!isDaemon(pid, true) || !(await isLocked(home.lock))) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Another only just starts, and is not named yet
  }
}

/** Has the daemon run a verb. Throws what the verb failed with. */
export const callDaemon = (endpoint: Endpoint, verb: string, input: unknown, timeoutMs = ANSWER_MS): Promise<unknown> =>
  ask(endpoint, `/api/${verb}`, input, timeoutMs)

/** Asks for a code that lets one browser in: `{code, expiresAt}`. Throws `needs-person` or `terminal-required`. */
export const askToOpen = (endpoint: Endpoint): Promise<unknown> => ask(endpoint, '/open', {}, ANSWER_MS)

async function ask(endpoint: Endpoint, path: string, input: unknown, timeoutMs: number): Promise<unknown> {
  const options = { timeoutMs, headers: { 'x-hindcast-version': VERSION } }
  const reply = await request(endpoint, path, JSON.stringify(input), options).catch((error: Error) => {
    throw new HindcastError('not-running', error.message)
  })
  const document = parse(reply.body)
  if (reply.status === 200) return document
  const { code, why, ...more } = (document as { error?: Failure } | undefined)?.error ?? {}
  throw new HindcastError(
    code && code in errorTable ? (code as ErrorCode) : 'internal',
    why ?? `HTTP ${reply.status}`,
    {
      ...(more.remedy !== undefined && { remedy: more.remedy }),
      ...(more.details && { details: more.details }),
    },
  )
}

type Failure = Partial<Pick<HindcastError, 'why' | 'remedy' | 'details'>> & { readonly code?: string }

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
