import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../domain/answer.ts'
import { type Part, WAIT_MS } from '../domain/behaviour.ts'
import type { ClientProcess, Draft, EventName } from '../domain/events.ts'
import type { Clock, Log } from '../ports.ts'
import { type Host, hostNamed } from '../wire/host.ts'
import { parseJson, readBody } from './body.ts'
import { deliveries, type Reception } from './deliveries.ts'
import { narrowedBody } from './narrow.ts'

/**
 * Anything larger is left to the transcript. The largest real payload seen is a few MB (a whole file being written).
 */
const MAX_BYTES = 8 * 1024 * 1024
/** An answer is sent after this, with what is ready: nobody should wait longer for a daemon that has a processor. */
const FAST_MS = 450
/** While the daemon starts, a connection has waited to be accepted, too. */
const STARTING_MS = 250
/** What is left of the client's patience for the answer's way, which is long on a busy machine. */
const MARGIN_MS = { fast: 2_000, slow: 500 } as const

/** Dependencies of the hook route. */
export interface HookRoute {
  readonly hosts: readonly Host[]
  readonly clock: Clock
  readonly log: Log
  readonly take: (draft: Draft, part: Part, delivery: Delivery) => Promise<Answer>
  /** A factor on the usual time limit. */
  readonly patience?: number
  /** How long this process has waited for a processor so far, in milliseconds: an answer may take so much longer. */
  readonly waitedMs?: () => number
  /** Whether the daemon is still starting, so that an answer may not come in time. */
  readonly isStarting?: () => boolean
  /** Called for each client process named in a payload. */
  readonly seen: (client: ClientProcess) => void
}

/** How long an answer to an event may take from now on, how much longer when that is over, and whether the client got it. */
export interface Delivery {
  readonly withinMs: number
  readonly moreMs: () => number
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
    if (!host) return dropHook(route.log, `no host is named ${hostName?.slice(0, 40)}`)
    if (!body)
      return dropHook(route.log, `payload larger than ${MAX_BYTES} bytes; it will be read from the transcript instead`)
    const narrow = await narrowedBody(body)
    const isCut = narrow !== body
    const parsed = parseJson(narrow)
    if ('why' in parsed) return dropHook(route.log, parsed.why)
    const deadline = deadlineOf(part, began, waitFor(request.headers), route)
    const asked = { host, payload: parsed.value, isCut, client, part, deadline }
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
    const look = (leftMs: number) => {
      if (leftMs > 0) {
        timer = setTimeout(() => look(asked.deadline.moreMs()), leftMs + GRACE_MS)
        return
      }
      isOver = true
      resolve(dropHook(route.log, 'an event could not be answered in time'))
    }
    look(asked.deadline.leftMs())
  })
  return Promise.race([answerHook(route, asked, { ...reception, sent }), late]).finally(() => clearTimeout(timer))
}

/** To merge and to write what is ready at the deadline. */
const GRACE_MS = 30

/** When an answer is due: how long it still has, and how much longer it has because the machine was busy meanwhile. */
interface Due {
  readonly leftMs: () => number
  readonly moreMs: () => number
}

/** `wait`: how long the launcher waits, if the request comes from it. */
function deadlineOf(part: Part, began: number, wait: number | undefined, route: HookRoute): Due {
  const { isStarting, patience = 1, waitedMs = () => 0 } = route
  const mostMs = (WAIT_MS[part] - MARGIN_MS[part]) * patience
  const fastMs = (isStarting?.() ? STARTING_MS : FAST_MS) * patience
  const usualMs = wait === undefined ? (part === 'slow' ? mostMs : fastMs) : wait - WAY_MS
  const before = waitedMs()
  const left = (ms: number) => began + Math.min(ms, mostMs) - performance.now()
  return { leftMs: () => left(usualMs), moreMs: () => left(usualMs + waitedMs() - before) }
}

interface AskedHook {
  readonly host: Host
  readonly payload: unknown
  /** Part of the payload was left out, so nothing can be made from its input. */
  readonly isCut: boolean
  readonly client: ClientProcess | undefined
  readonly part: Part
  readonly deadline: Due
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

async function answerHook(
  route: HookRoute,
  { host, payload, isCut, client, part, deadline }: AskedHook,
  { sent, countsFor }: Reception,
): Promise<object> {
  try {
    const { draft, reason } = host.decode(payload, { now: route.clock.now(), via: 'hook', client })
    if (!draft) return dropHook(route.log, reason)
    if (draft.promptId !== undefined && IN_TRANSCRIPT.has(draft.name)) countsFor(SAME_PROMPT_MS)
    if (isCut) route.log.warn('hook', { why: 'a payload holds too many values; most of them are not kept' })
    const said = await route.take(draft, part, { withinMs: deadline.leftMs(), moreMs: deadline.moreMs, sent })
    return host.encode(draft, isCut ? { ...said, rewrite: undefined } : said)
  } catch (error) {
    return dropHook(
      route.log,
      `a hook could not be answered: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function dropHook(log: Log, why: string): object {
  log.warn('hook', { why })
  return {}
}

/** For an answer's way to the launcher. */
const WAY_MS = 50

/** Parses `X-Hindcast-Within`, in milliseconds. */
function waitFor(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-hindcast-within']
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : undefined
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
    ...requestsOf(headers),
  }
}

/** Parses `X-Hindcast-Requests: ;HTTP_PROXY=set;NO_PROXY=localhost,.example.com`. */
function requestsOf({ 'x-hindcast-requests': header }: IncomingHttpHeaders): Pick<ClientProcess, 'requests'> {
  if (typeof header !== 'string' || header === '') return {}
  const pairs = header.split(';').map((pair) => /^(\w+)=(.+)$/.exec(pair) ?? [])
  return { requests: Object.fromEntries(pairs.flatMap(([, name, value]) => (name && value ? [[name, value]] : []))) }
}
