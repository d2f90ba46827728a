import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { HindcastError } from '../domain/errors.ts'
import { challengeFor, isOthers } from '../http/listener.ts'
import type { Clock, Log } from '../ports.ts'
import { hosts } from '../wire/registry.ts'
import { openEntrance } from './entrance.ts'
import { fallbackServer } from './fallback-server.ts'
import type { Programs } from './parts.ts'
import { isRunning } from './standby-process.ts'
import { knownToken, readState } from './state.ts'

/** How often to check whether the home can be written to again, and how long a daemon then has to start. */
const RETRY_MS = 1_000
const START_MS = 10_000
/** How long whoever listens has to prove who it is, and a stand-in to end. */
const PROOF_MS = 300
const END_MS = 500

const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} }
/** Nobody succeeds a stand-in: a daemon that can write to the home replaces it. */
const NO_STANDBY = { serves: () => {}, startSoon: () => {} }

/** Whether files of the home can be written; a missing home can be made. */
export const isWritable = ({ dir }: Home): Promise<boolean> =>
  access(dir, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/**
 * Listens where the last daemon did although nothing can be written to the home, not even a lock, so that clients do not
 * find a closed port at every event; each session is told why. The first one that gets the port stays. Ends when a daemon can
 * start again, or when no client is running.
 */
export async function standIn(home: Home, listening: () => void, programs: Programs): Promise<void> {
  const [known, token] = await Promise.all([readState(home), knownToken(home)])
  const why = new HindcastError('store-refused', `${home.dir} is not writable`, { remedy: 'make it writable' })
  if (!known || !token) throw why
  if ((await listenerWith(token, known.port)) !== undefined) return process.exit(0)
  const clock: Clock = { now: () => Date.now() }
  const around = { home, hosts, ...programs, clock, log: SILENT }
  const entrance = await openEntrance({ ...around, token, lastPort: known.port, standby: NO_STANDBY })
  if (entrance.port !== known.port) return process.exit(0)
  const leave = () => process.exit(0)
  const lifecycle = { outOfReach: async () => undefined, rest: async () => leave(), restart: async () => leave() }
  await fallbackServer({ ...around, entrance, leave, lifecycle, wantedMayDiffer: () => {} }, why)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave)
  listening()
  for (;;) {
    await sleep(RETRY_MS)
    if (!(await isWritable(home))) continue
    // It ends this one as soon as it is ready to listen
    const options = { cwd: home.dir, env: process.env, detached: true, stdio: 'ignore' } as const
    spawn(process.execPath, [join(programs.app, 'daemon.js')], options).unref()
    await sleep(START_MS)
  }
}

/** Ends the stand-in that has the port of a home's daemon, if there is one, so that its port is free. */
export async function endStandIn(port: number, token: string): Promise<void> {
  const pid = await listenerWith(token, port)
  if (pid === undefined || pid === process.pid) return
  process.kill(pid, 'SIGKILL')
  const until = Date.now() + END_MS
  while (isRunning(pid) && Date.now() < until) await sleep(5)
}

/** The process that listens on a port, if it proves that it has the token of this home. */
function listenerWith(token: string, port: number): Promise<number | undefined> {
  const { path, isMetBy } = challengeFor({ token, port })
  const timeout = PROOF_MS * patience()
  return new Promise((resolve) => {
    if (isOthers(port)) return resolve(undefined)
    const call = get({ host: '127.0.0.1', port, path, timeout }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.length > 1_000) call.destroy()
      })
      response.on('end', () => resolve(isMetBy(text) ? pidIn(text) : undefined))
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(undefined))
    call.on('close', () => resolve(undefined))
  })
}

const pidIn = (health: string): number | undefined => (JSON.parse(health) as { pid?: number }).pid
