import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../domain/answer.ts'
import type { Part } from '../domain/behaviour.ts'
import type { ClientProcess, Draft, EventName } from '../domain/events.ts'
import type { Clock, Log } from '../ports.ts'
import { type Host, hostNamed } from '../wire/host.ts'
import { parseJson, readBody } from './body.ts'
import { deliveries, type Reception } from './deliveries.ts'
import { narrowed } from './narrow.ts'

/**
 * Anything larger is left to the transcript. The largest real payload seen is a few MB (a whole file being written).
 */
const MAX_BYTES = 8 * 1024 * 1024
/** The client waits half a second for an HTTP hook; whatever is not ready slightly earlier is left out. */
const PATIENCE_MS = 450
/**
 * The SessionStart command waits longer, since its first answer may find the store cold; its curl gives up at 1.5 s.
 */
const COMMAND_PATIENCE_MS = 1_100
/** While the daemon starts, a connection has waited to be accepted, too. */
const STARTING_PATIENCE_MS = 250
/** The client waits twelve seconds for the slow part. */
const SLOW_PATIENCE_MS = 11_500

/** Dependencies of the hook route. */
export interface HookRoute {
  readonly hosts: readonly Host[]
  readonly clock: Clock
  readonly log: Log
  readonly take: (draft: Draft, part: Part, delivery: Delivery) => Promise<Answer>
  /** A factor on the usual time limit. */
  readonly patience?: number
  /** Whether the daemon is still starting, so that an answer may not come in time. */
  readonly isStarting?: () => boolean
  /** Called for each client process named in a payload. */
  readonly seen: (client: ClientProcess) => void
}

/** How long an answer to an event may take from now on, and whether the client got it. */
export interface Delivery {
  readonly withinMs: number
  readonly sent: Promise<boolean>
}

/** A request for an answer. */
interface Asking {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly host: string | undefined
  readonly part: Part
}

/** Answers any payload with one JSON object; an invalid one costs only a log line. */
export function hookRoute(route: HookRoute) {
  const once = deliveries<object>(() => route.clock.now())
  return async ({ request, response, host: hostName, part }: Asking): Promise<object> => {
    const began = performance.now()
    const body = await readBody(request, MAX_BYTES)
    const client = clientOf(request.headers)
    if (client?.pid) route.seen(client)
    const host = hostNamed(route.hosts, hostName)
    if (!host) return drop(route.log, `no host is named ${hostName?.slice(0, 40)}`)
    if (!body)
      return drop(route.log, `payload larger than ${MAX_BYTES} bytes; it will be read from the transcript instead`)
    const narrow = await narrowed(body)
    const isCut = narrow !== body
    const parsed = parseJson(narrow)
    if ('why' in parsed) return drop(route.log, parsed.why)
    const limitMs = patienceFor(part, client !== undefined, route.isStarting?.() ?? false) * (route.patience ?? 1)
    const asked = { host, payload: parsed.value, isCut, client, part, until: began + limitMs }
    const { answer, closed } = once(body, `${host.name} ${part}`, (reception) => inTime(route, asked, reception))
    // A response that is finished has been handed to the system; one that is only closed has not
    response.once('close', () => closed(response.writableFinished))
    return answer
  }
}

/**
 * The answer, or nothing if there is none a little after it was due: the event could not be stored in time. Then the client
 * does not get what is decided later.
 */
async function inTime(route: HookRoute, asked: AskedHook, reception: Reception): Promise<object> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const sent = reception.sent.then((isSent) => isSent && !isOver)
  const late = new Promise<object>((resolve) => {
    const giveUp = () => {
      isOver = true
      resolve(drop(route.log, 'an event could not be answered in time'))
    }
    timer = setTimeout(giveUp, asked.until - performance.now() + GRACE_MS)
  })
  return Promise.race([answer(route, asked, { ...reception, sent }), late]).finally(() => clearTimeout(timer))
}

/** To merge and to write what is ready at the deadline. */
const GRACE_MS = 30

function patienceFor(part: Part, isCommand: boolean, isStarting: boolean): number {
  if (part === 'slow') return SLOW_PATIENCE_MS
  if (isCommand) return COMMAND_PATIENCE_MS
  return isStarting ? STARTING_PATIENCE_MS : PATIENCE_MS
}

interface AskedHook {
  readonly host: Host
  readonly payload: unknown
  /** Part of the payload was left out, so nothing can be made from its input. */
  readonly isCut: boolean
  readonly client: ClientProcess | undefined
  readonly part: Part
  /** The deadline, on the monotonic clock. */
  readonly until: number
}

/**
 * Events that belong to one prompt and that the transcript records, too. The same payload again, minutes later, is a
 * retry or a replay; if it was a second event after all, it is read from the transcript.
 */
const IN_TRANSCRIPT: ReadonlySet<EventName> = new Set([
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
])
const SAME_PROMPT_MS = 10 * 60_000

async function answer(
  route: HookRoute,
  { host, payload, isCut, client, part, until }: AskedHook,
  { sent, countsFor }: Reception,
): Promise<object> {
  try {
    const { draft, reason } = host.decode(payload, { now: route.clock.now(), via: 'hook', client })
    if (!draft) return drop(route.log, reason)
    if (draft.promptId !== undefined && IN_TRANSCRIPT.has(draft.name)) countsFor(SAME_PROMPT_MS)
    if (isCut) route.log.warn('hook', { why: 'a payload holds too many values; most of them are not kept' })
    const said = await route.take(draft, part, { withinMs: until - performance.now(), sent })
    return host.encode(draft, isCut ? { ...said, rewrite: undefined } : said)
  } catch (error) {
    return drop(route.log, `a hook could not be answered: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function drop(log: Log, why: string): object {
  log.warn('hook', { why })
  return {}
}

/** Parses `X-Hindcast-Client: pid;entrypoint;attended;pattern`, as sent by the SessionStart command. */
function clientOf(headers: IncomingHttpHeaders): ClientProcess | undefined {
  const header = headers['x-hindcast-client']
  if (typeof header !== 'string') return undefined
  const [pid = '', entrypoint = '', attended = '', pattern = ''] = header.split(';')
  return {
    ...(/^\d{1,10}$/.test(pid) && { pid: Number(pid) }),
    ...(entrypoint && { entrypoint: entrypoint.slice(0, 64) }),
    ...(attended && { attended: !/^(0|false|no)$/i.test(attended) }),
    ...(/^[a-z_-]{1,40}$/i.test(pattern) && { pattern }),
  }
}
