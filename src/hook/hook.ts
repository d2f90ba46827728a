import { patience } from '../config/environment.ts'
import { VERSION } from '../version.ts'
import { environments } from '../wire/environments.ts'
import { type HostEnvironment, hostNamed } from '../wire/host.ts'
import {
  currentApp,
  type Endpoint,
  endpointOf,
  isDown,
  putInUse,
  type Reply,
  request,
  reviveDaemon,
  startDaemon,
  stopDaemon,
} from './daemon-process.ts'

/** How long an answer may take: a session's start must not wait longer for a daemon that fails. */
const DEADLINE_MS = 1_350 * patience()
/** Long enough to read the payload, on a machine that is so busy that nothing is left. */
const LEAST_MS = 150
/** How long a daemon that the launcher has asked in vain has left to show that it is alive. */
const DEAF_MS = 400 * patience()
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Whose hook to answer. `host`: the first one if none is named. `isUnanswered`: the launcher has just asked the daemon
 * and got no answer.
 */
interface Asked {
  readonly home: string
  readonly app: string
  readonly host?: string | undefined
  readonly isUnanswered?: boolean
  /** What the launcher has left of the time for an answer. */
  readonly leftMs?: number | undefined
}

/**
 * The command transport: one payload on stdin, one JSON object on stdout, nothing on stderr, and exit 0 in any case. Starts
 * the daemon if none is running, and replaces one that is older than this program. If there is no answer, a session's start
 * says so to the person.
 */
export async function answerHook(asked: Asked): Promise<void> {
  process.stdout.on('error', () => undefined)
  let payload = ''
  const fail = (why: string) => finish(JSON.stringify(noteFor(payload, asked.host, why)))
  const timer = setTimeout(() => fail(LATE), Math.max(LEAST_MS, (asked.leftMs ?? DEADLINE_MS) - performance.now()))
  try {
    payload = await readStdin()
    finish(await askDaemon(payload, asked))
  } catch (error) {
    const { fullDisk } = await import('./disk.ts')
    const full = await fullDisk(asked.home)
    fail(full ? `${full}; free some space` : error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
  }
}

const LATE = 'the daemon did not answer in time (see `hindcast logs`)'

/** What a person is told at a session's start; nothing at other events, or there would be a line at each. */
function noteFor(payload: string, host: string | undefined, why: string): object {
  const names = hostNamed(environments, host)
  if (!names || !payload.includes(`"${names.startEvent}"`)) return {}
  return { [names.noteField]: `Hindcast: this session starts without memory: ${why.replace(/\s+/g, ' ')}` }
}

function finish(answer: string): void {
  process.stdout.write(`${answer}\n`, () => process.exit(0))
}

async function askDaemon(payload: string, { home, app, host, isUnanswered }: Asked): Promise<string> {
  const body = { payload, host }
  const known = endpointOf(home)
  if (!known && isDown(home)) return '{}'
  const asked = known && !isUnanswered ? await postHook(known, body) : undefined
  const revived = () => reviveDaemon(home, currentApp(home, app), DEADLINE_MS, isUnanswered ? DEAF_MS : undefined)
  let reply = asked ?? (await answerFrom(await revived(), body))
  // Another program may listen there by now
  if (reply && reply.status !== 200)
    reply = await answerFrom(
      await (reply.status === OLDER ? replaced(home, app) : startDaemon(home, app, DEADLINE_MS)),
      body,
    )
  if (reply?.status === 200) return reply.body
  throw new Error(reply ? `the daemon answered with HTTP ${reply.status}` : LATE)
}

/** The status from a daemon that is older than the caller. */
const OLDER = 409

/** Stops the daemon, and starts the one from these programs. */
async function replaced(home: string, app: string): Promise<Endpoint | undefined> {
  putInUse(home, app)
  const known = endpointOf(home)
  if (known) await stopDaemon(known, 2_000)
  return startDaemon(home, app, DEADLINE_MS)
}

/** A client's payload, and the name of its host if given. */
interface HookBody {
  readonly payload: string
  readonly host: string | undefined
}

async function answerFrom(endpoint: Endpoint | undefined, body: HookBody): Promise<Reply | undefined> {
  if (!endpoint) throw new Error('the daemon did not start (see `hindcast logs`)')
  return postHook(endpoint, body)
}

async function postHook(endpoint: Endpoint, { payload, host }: HookBody): Promise<Reply | undefined> {
  const names = hostNamed(environments, host)
  const given = names ? [names.pid, names.entrypoint, names.attended, 'PATTERN_TYPE'] : []
  const client = given.map((name) => process.env[name] ?? '')
  const headers = {
    'x-hindcast-version': VERSION,
    'x-hindcast-within': String(DEADLINE_MS),
    'x-hindcast-client': client.join(';'),
    'x-hindcast-requests': payload.includes(`"${names?.startEvent}"`) ? waysOf(names) : '',
    ...(host !== undefined && { 'x-hindcast-host': host }),
  }
  return request(endpoint, '/hook', payload, { headers, timeoutMs: DEADLINE_MS }).catch(() => undefined)
}

/** Which proxies the client has, and what it reaches without one; empty if it has none. A proxy's address is not passed on. */
function waysOf(names: HostEnvironment | undefined): string {
  const isSet = (name: string) => Boolean(process.env[name])
  const proxies = (names?.proxies ?? []).filter(isSet).map((name) => `;${name}=set`)
  const direct = (names?.direct ?? []).filter(isSet).map((name) => `;${name}=${process.env[name]}`)
  return proxies.length === 0 ? '' : [...proxies, ...direct].join('').replace(/[^ -~]/g, '')
}

/** Reads stdin to its end, even if it is too large. Throws beyond the limit. */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BYTES)
    throw new Error(`payload larger than ${MAX_BYTES} bytes; it will be read from the transcript instead`)
  return Buffer.concat(chunks).toString('utf8')
}
