import type { Server } from 'node:http'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HindcastError } from '../domain/errors.ts'
import type { Operation } from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { PROTOCOL, VERSION } from '../version.ts'
import { apiRoute } from './api.ts'
import { guard } from './guard.ts'
import { type HookRoute, hookRoute } from './hook.ts'

/** What the routes are made of. */
export interface Routes {
  readonly token: string
  readonly hook: HookRoute
  readonly operations: readonly Operation[]
  readonly ports: OperationPorts
}

type Env = { Bindings: HttpBindings }

/** `POST /hook`, `GET /health` and `/api/<verb>`, each behind the guard; every reply says version and protocol. */
export function routes({ token, hook, operations, ports }: Routes): Hono<Env> {
  const app = new Hono<Env>()
  const answerHook = hookRoute(hook)
  const answerApi = apiRoute(operations, ports)
  app.use(async (c, next) => {
    c.header('x-hindcast-version', VERSION)
    c.header('x-hindcast-protocol', String(PROTOCOL))
    const refused = guard(c.req.method, c.req.path, c.env.incoming.headers, token)
    if (!refused) return next()
    return c.json({ error: { code: 'unauthorized', why: refused.why } }, refused.status)
  })
  app.get('/health', (c) => c.json({ ok: true, pid: process.pid, version: VERSION, protocol: PROTOCOL }))
  app.post('/hook', async (c) => {
    if (isOlderThan(c.req.header('x-hindcast-version'))) return c.json({}, 409)
    const answer = await answerHook(c.env.incoming, c.req.query('host') ?? 'claude-code')
    const isNothing = Object.keys(answer).length === 0
    return isNothing && c.req.query('quiet') ? c.body('') : c.json(answer)
  })
  app.on(['GET', 'POST'], '/api/:verb', async (c) => {
    const reply = await answerApi(c.env.incoming, c.req.param('verb'), new URL(c.req.url).searchParams)
    return c.json(reply.body as object, reply.status as 200)
  })
  app.onError((error, c) => {
    hook.log.warn('http', { why: error.message })
    return c.req.path === '/hook' ? c.json({}) : c.json({ error: { code: 'internal', why: error.message } }, 500)
  })
  return app
}

/** Listens on loopback, at `port` or the next free one. Throws `port-taken` after fifty tries. */
export async function listen(app: Hono<Env>, port: number): Promise<{ server: Server; port: number }> {
  for (let tried = port; tried <= port + 50; tried++) {
    const server = await tryListen(app, tried)
    if (server) return { server, port: (server.address() as { port: number }).port }
  }
  throw new HindcastError('port-taken', `${port} to ${port + 50} are all in use`)
}

function tryListen(app: Hono<Env>, port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    // Without TLS options this is a plain HTTP server.
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(server)) as Server
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
  })
}

/** Whether the caller is of a newer release than this daemon, which then has to make room. */
function isOlderThan(caller: string | undefined): boolean {
  const [mine, theirs] = [VERSION, caller ?? VERSION].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number))
  const n = [0, 1, 2].find((i) => mine?.[i] !== theirs?.[i])
  return n !== undefined && (theirs?.[n] ?? 0) > (mine?.[n] ?? 0)
}
