import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hookEvents } from './hook-events.ts'
import { LONG_MS, type World } from './world.ts'

/** A payload as the client sent it; only the fields common to all events or all tool events are named. */
export interface Payload {
  hook_event_name: string
  session_id: string
  tool_name?: string
  [field: string]: unknown
}

/** One arrival: the payload, its exact text, its time (ms since the epoch), and what came with it. */
export interface Arrival {
  payload: Payload
  text: string
  at: number
  headers: IncomingHttpHeaders
  /** The CLAUDE* variables that a command hook received; undefined for an HTTP hook. */
  variables: Record<string, string> | undefined
}

/** Receives every hook payload from a client. */
export interface Recorder {
  url: string
  arrivals: Arrival[]
  /** The `hooks` of a settings.json that sends every event to the recorder. */
  hooks: Record<string, { hooks: object[] }[]>
  /** The payloads of one event so far, optionally of one tool only. */
  of(event: string, tool?: string): Payload[]
  /** Waits until an event has arrived `count` times; on failure lists what did arrive. */
  until(event: string, count?: number, timeout?: number): Promise<Payload[]>
}

const poster = fileURLToPath(new URL('post-payload.mjs', import.meta.url))
/** The client does not support HTTP hooks for these. */
const commandOnly = new Set(['SessionStart', 'Setup'])
/** A subscriber to this event must create the worktree itself, so the recorder does not subscribe by default. */
const takesOver = new Set(['WorktreeCreate'])

/** Starts a recorder that ends with the world. `answer` returns the reply; by default nothing, since PreCompact takes even `{}` as text. */
export async function startRecorder(
  world: Pick<World, 'onClose'>,
  answer: (payload: Payload) => object | undefined = () => undefined,
): Promise<Recorder> {
  const arrivals: Arrival[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const payload = JSON.parse(text) as Payload
    const variables = req.headers['x-variables']
    arrivals.push({
      payload,
      text,
      at: Date.now(),
      headers: req.headers,
      variables: typeof variables === 'string' ? (JSON.parse(variables) as Record<string, string>) : undefined,
    })
    res.writeHead(200, { 'content-type': 'application/json' })
    const said = answer(payload)
    res.end(said && JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.onClose(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const of = (event: string, tool?: string): Payload[] =>
    arrivals
      .map(({ payload }) => payload)
      .filter((payload) => payload.hook_event_name === event && (!tool || payload.tool_name === tool))
  return { url, arrivals, hooks: hooksTo(url), of, until: (...asked) => until(arrivals, of, ...asked) }
}

function hooksTo(url: string): Recorder['hooks'] {
  const command = { type: 'command', command: process.execPath, args: [poster, url] }
  const http = { type: 'http', url, timeout: 5 }
  const entries = hookEvents
    .filter((event) => !takesOver.has(event))
    .map((event) => [event, [{ hooks: [commandOnly.has(event) ? command : http] }]])
  return Object.fromEntries(entries)
}

async function until(
  arrivals: readonly Arrival[],
  of: Recorder['of'],
  event: string,
  count = 1,
  timeout = LONG_MS,
): Promise<Payload[]> {
  const deadline = Date.now() + timeout
  while (of(event).length < count) {
    if (Date.now() > deadline) {
      const names = arrivals.map(({ payload }) => payload.hook_event_name).join(' ')
      throw new Error(`${event} did not arrive ${count} times within ${timeout} ms; arrived: ${names}`)
    }
    await sleep(20)
  }
  return of(event)
}
