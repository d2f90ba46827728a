import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Why a request is refused: the HTTP status and one sentence. */
export interface Refused {
  readonly status: 401 | 403 | 415
  readonly why: string
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Admits only requests meant for this daemon: addressed to a loopback name (no DNS rebinding), not from a foreign page,
 * with the API's token, the hook token for `POST /hook` alone, or from a signed-in browser; a body only as JSON, which no page can send without a CORS preflight.
 */
export function guard(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  token: string,
  isLetIn: () => boolean = () => false,
): Refused | undefined {
  if (!isLoopback(headers.host)) return { status: 403, why: 'the Host header is not this machine' }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    return { status: 403, why: 'the Origin header is another site' }
  if (path === '/health') return undefined
  const isHook = method === 'POST' && path === '/hook' && isToken(headers.authorization, hookTokenOf(token))
  if (!isHook && !isToken(headers.authorization, token) && !isLetIn())
    return { status: 401, why: 'the token is missing or wrong' }
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  if (method === 'POST' && !isJson) return { status: 415, why: 'the body must be application/json' }
  return undefined
}

function isLoopback(host: string | undefined): boolean {
  return LOOPBACK.has((host ?? '').replace(/:\d{1,5}$/, '').toLowerCase())
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '')
  const due = Buffer.from(token)
  return given.length === due.length && timingSafeEqual(given, due)
}

/**
 * The hook token, which clients' settings hold: it opens `POST /hook` alone. It is derived from the API's token, which
 * cannot be computed from it, so both are always replaced together.
 */
export function hookTokenOf(token: string): string {
  if (derived.from !== token) derived = { from: token, hook: createHmac('sha256', token).update('hook').digest('hex') }
  return derived.hook
}

/** Every request asks, and a daemon has one token. */
let derived = { from: '', hook: '' }

/**
 * Proves that a listener has the API's token, without telling it: the answer to a caller's challenge. The port is part of
 * it, so that a program on another port cannot pass the challenge on to the daemon.
 */
export const proofOf = (token: string, port: number, nonce: string): string =>
  createHmac('sha256', token).update(`listener ${port} ${nonce}`).digest('hex')
