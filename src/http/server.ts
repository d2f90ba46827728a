// Folder src/http/: routes, derived from the verbs; who may call; browsers' sign-in

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HindcastError } from '../domain/errors.ts'
import { isOlder } from '../domain/release.ts'
import type { Operation } from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { PROTOCOL, VERSION } from '../version.ts'
import { admit, isLastOf, limitNewcomers } from './admission.ts'
import { type ApiReply, apiRoute, type CallerKind } from './api.ts'
import type { Page } from './browser-session.ts'
import { guard, proofOf } from './guard.ts'
import { type HookRoute, hookRoute } from './hook.ts'
import { type ViewerRoutes, viewerOf } from './viewer.ts'

/** Dependencies of the routes. */
export interface Routes {
  readonly token: string
  /** Whether a hook has the token from before it was replaced: it gets an empty answer, and nothing of it is read. */
  readonly isFormer?: (request: Pick<IncomingMessage, 'method' | 'headers'>) => boolean
  readonly hook: HookRoute
  readonly operations: () => Promise<readonly Operation[]>
  readonly ports: () => Promise<OperationPorts>
  /** Who is at the other end of a connection. */
  readonly callerOn: (connection: Socket) => Promise<CallerKind>
  /** The folder with the viewer's built files. */
  readonly viewer: string
  /** Called for each request from a browser, and when one is expected. */
  readonly browsed?: () => void
  /** Called for each verb. */
  readonly called?: () => void
}

/** A status and a document; without a document, the body is empty. */
type Reply = Omit<ApiReply, 'body'> & { readonly body?: unknown; readonly page?: Page | undefined }

/**
 * `POST /hook`, `GET /health`, `/api/<verb>` and the viewer, all behind the guard; every response states version and
 * protocol.
 */
export function routes(parts: Routes): RequestListener {
  const viewer = viewerOf(parts.viewer, parts.token, () => parts.hook.clock.now())
  const route = router(parts, viewer)
  return async (request, response) => {
    const { method = '', headers } = request
    const { path, query } = pathAndQuery(request)
    const isLetIn = () => viewer.admits(method, path, headers)
    const refused = guard(method, path, headers, parts.token, isLetIn)
    const isFormer = refused && path === '/hook' && parts.isFormer?.(request)
    if (!isFormer && (refused || path === '/health') && isLastOf(request)) response.setHeader('connection', 'close')
    const entrance = method === 'GET' ? viewer.entrance({ path, query, headers }, refused) : undefined
    if (entrance) return send(response, entrance)
    if (isFormer) return send(response, nothing(query))
    if (refused) return send(response, { status: refused.status, body: failure('unauthorized', refused.why) })
    if (path !== '/health') admit(request.socket)
    if (isLetIn()) parts.browsed?.()
    try {
      send(response, await route({ request, response }, path, query))
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      parts.hook.log.warn('http', { why })
      send(response, path === '/hook' ? { status: 200, body: {} } : { status: 500, body: failure('internal', why) })
    }
  }
}

/** A request and its response. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function router({ token, hook, operations, ports, callerOn, browsed, called }: Routes, viewer: ViewerRoutes) {
  const answerHook = hookRoute(hook)
  // A browser was signed in from a terminal
  const callerOf = async ({ method = '', url = '', headers, socket }: IncomingMessage) =>
    viewer.admits(method, url.split('?', 1)[0] ?? '', headers) ? 'person' : callerOn(socket)
  const answerApi = apiRoute(operations, ports, callerOf)
  return async ({ request, response }: Exchange, path: string, query: URLSearchParams): Promise<Reply> => {
    const { method = '', headers } = request
    if (method === 'POST' && path === '/hook') {
      if (isOlder(VERSION, String(headers['x-hindcast-version'] ?? VERSION))) return { status: 409, body: {} }
      // The launcher sends everything to one address, and puts the usual query parameters in headers
      const host = query.get('host') ?? headers['x-hindcast-host']?.toString()
      const part = (query.get('part') ?? headers['x-hindcast-part']) === 'slow' ? 'slow' : 'fast'
      const answer = await answerHook({ request, response, host, part })
      return Object.keys(answer).length === 0 ? nothing(query) : { status: 200, body: answer }
    }
    const verb = /^\/api\/([^/]+)$/.exec(path)?.[1]
    if (verb !== undefined && ASKED_BY.has(method)) {
      called?.()
      return answerApi(request, verb, query)
    }
    if (path === '/health' && method === 'GET') {
      const nonce = /^[0-9a-f]{64}$/.exec(query.get('challenge') ?? '')?.[0]
      const proof = nonce && proofOf(token, request.socket.localPort ?? 0, nonce)
      return { status: 200, body: { ok: true, pid: process.pid, version: VERSION, protocol: PROTOCOL, proof } }
    }
    if (path === '/open' && method === 'POST') {
      const who = await callerOf(request)
      if (who !== 'person') return { status: 403, body: refusalToOpen(who) }
      browsed?.()
      return { status: 200, body: viewer.invite() }
    }
    const page = method === 'GET' || method === 'HEAD' ? await viewer.page(path) : undefined
    return page ? { status: 200, page } : { status: 404, body: failure('not-found', 'no such page or route') }
  }
}

const nothing = (query: URLSearchParams): Reply => (query.get('quiet') ? { status: 200 } : { status: 200, body: {} })

const refusalToOpen = (who: CallerKind) =>
  who === 'agent'
    ? failure('needs-person', '`hindcast open` was started by a coding agent')
    : failure('terminal-required', '`hindcast open` was not started in the foreground of a terminal')

const ASKED_BY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

const failure = (code: string, why: string) => ({ error: { code, why } })

function pathAndQuery({ url = '' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) }
}

const ALWAYS = { 'x-hindcast-version': VERSION, 'x-hindcast-protocol': String(PROTOCOL) }

/** Prevents a browser from caching a response, sniffing its type, or showing it to another page. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

function send(response: ServerResponse, { status, body, page }: Reply): void {
  const text = page?.text ?? (body === undefined ? '' : JSON.stringify(body))
  const type = page?.type ?? (body === undefined ? undefined : 'application/json')
  const headers = { ...ALWAYS, ...PRIVATE, ...page?.headers, ...(type && { 'content-type': type }) }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}

/**
 * Listens on loopback, on `port` or the next free one, and serves requests. `socket`: the descriptor of a socket that
 * already listens, which is used if its port is `port`, and closed if not. Throws `port-taken` after fifty attempts.
 */
export async function listen(
  answersAt: (port: number) => RequestListener,
  port: number,
  socket?: number,
): Promise<{ server: Server; port: number }> {
  const held = socket === undefined ? undefined : await tryListen(answersAt, { fd: socket })
  if (held && portOf(held) === port) return { server: held, port }
  held?.close()
  for (let tried = port; tried <= port + 50; tried++) {
    const server = await tryListen(answersAt, { port: tried, host: '127.0.0.1' })
    if (server) return { server, port: portOf(server) }
  }
  throw new HindcastError('port-taken', `${port} to ${port + 50}`)
}

/** Whoever has begun a request has this long for its head, and for all of it; the largest take less than a second. */
const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 60_000, connectionsCheckingInterval: 1_000 }
/** How many connections may wait to be accepted: a flood must not keep others from queueing. */
const BACKLOG = 4_096

function tryListen(
  answersAt: (port: number) => RequestListener,
  at: { readonly fd: number } | { readonly port: number; readonly host: string },
): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(TIMEOUTS)
    // Never end an idle connection: a hook sent over it at that moment would fail. Clients end their own
    server.keepAliveTimeout = 0
    limitNewcomers(server)
    server.once('error', (error: NodeJS.ErrnoException) =>
      'fd' in at || error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen({ ...at, backlog: BACKLOG }, () => {
      // No request is accepted before this
      server.on('request', answersAt(portOf(server)))
      resolve(server)
    })
  })
}

const portOf = (server: Server): number => (server.address() as { port: number }).port
