import { patience } from '../config/environment.ts'
import { VERSION } from '../version.ts'
import { environments } from '../wire/environments.ts'
import { hostNamed } from '../wire/host.ts'
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

/**
 * The client allows SessionStart five seconds, of which the launcher may have used one and a half; a late answer is
 * useless.
 */
const DEADLINE_MS = 3_300 * patience()
const ANSWER_MS = 1_200 * patience()
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
}

/**
 * The command transport: one payload on stdin, one JSON object on stdout, and exit 0 in any case. Starts the daemon if
 * none is running, and replaces one that is older than this program.
 */
export async function answerHook(asked: Asked): Promise<void> {
  process.stdout.on('error', () => undefined)
  const timer = setTimeout(() => finish('{}', 'no answer in time'), DEADLINE_MS - performance.now())
  try {
    finish(await askDaemon(await readStdin(), asked))
  } catch (error) {
    finish('{}', error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
  }
}

function finish(answer: string, complaint?: string): void {
  if (complaint) process.stderr.write(`hindcast: ${complaint.replace(/\s+/g, ' ')}\n`)
  process.stdout.write(`${answer}\n`, () => process.exit(0))
}

async function askDaemon(payload: string, { home, app, host, isUnanswered }: Asked): Promise<string> {
  const body = { payload, host }
  const known = endpointOf(home)
  if (!known && isDown(home)) return '{}'
  const asked = known && !isUnanswered ? await post(known, body) : undefined
  let reply = asked ?? (await answered(await reviveDaemon(home, currentApp(home, app), DEADLINE_MS), body))
  // Another program may listen there by now
  if (reply && reply.status !== 200)
    reply = await answered(
      await (reply.status === OLDER ? replaced(home, app) : startDaemon(home, app, DEADLINE_MS)),
      body,
    )
  if (reply?.status === 200) return reply.body
  throw new Error(reply ? `the daemon answered with HTTP ${reply.status}` : 'the daemon did not answer')
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

async function answered(endpoint: Endpoint | undefined, body: HookBody): Promise<Reply | undefined> {
  if (!endpoint) throw new Error('the daemon did not start; run hindcast logs to see why')
  return post(endpoint, body)
}

async function post(endpoint: Endpoint, { payload, host }: HookBody): Promise<Reply | undefined> {
  const names = hostNamed(environments, host)
  const client = names ? [names.pid, names.entrypoint, names.attended].map((name) => process.env[name] ?? '') : []
  const headers = {
    'x-hindcast-version': VERSION,
    'x-hindcast-client': client.join(';'),
    ...(host !== undefined && { 'x-hindcast-host': host }),
  }
  return request(endpoint, '/hook', payload, { headers, timeoutMs: ANSWER_MS }).catch(() => undefined)
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
