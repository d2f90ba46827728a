import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import type { CallerKind } from '../../src/http/api.ts'
import { listen, routes } from '../../src/http/server.ts'
import { operation } from '../../src/operations/verb/operation.ts'
import type { OperationPorts } from '../../src/ports.ts'

const TOKEN = 'a'.repeat(64)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const verb = (name: string, reads: boolean) =>
  operation({
    ...{ name, reads, group: 'Find' as const, summary: `${name}s`, example: `hindcast ${name}` },
    input: z.object({}),
    run: async () => ({ done: name }),
    render: ({ done }) => done,
  })
const operations = async () => [verb('look', true), verb('change', false)]

/** The routes on a real socket, with a clock that can be set. */
async function served(token = TOKEN, caller: CallerKind = 'person') {
  const time = { now: Date.now() }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const hook = { hosts: [], clock: { now: () => time.now }, log, seen: () => {}, take: async () => ({}) }
  const viewer = join(import.meta.dirname, '../../dist/viewer')
  let browsed = 0
  const parts = {
    ...{ token, hook, operations, ports: async () => ({}) as OperationPorts, viewer },
    callerOn: async () => caller,
    browsed: () => void browsed++,
  }
  const { server, port } = await listen(() => routes(parts), 0)
  onTestFinished(() => void server.close().closeAllConnections())
  const origin = `http://127.0.0.1:${port}`
  const ask = async (path: string, headers: Record<string, string> = {}, body?: string) => {
    const reply = await fetch(origin + path, { headers, redirect: 'manual', ...(body && { method: 'POST', body }) })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const invite = async (headers: Record<string, string> = {}) =>
    ask('/open', { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }, '{}')
  /** The cookie and key of a browser that followed a new link. */
  const letIn = async () => {
    const { code } = JSON.parse((await invite()).text) as { code: string }
    const { headers, text } = await ask(`/?code=${code}`)
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
    return { cookie, 'x-hindcast-viewer': /#key=([\w-]+)/.exec(text)?.[1] ?? '' }
  }
  return { ask, invite, letIn, origin, port, time, browsed: () => browsed }
}

describe('a browser that is not signed in', () => {
  test.each(['/', '/?code=', '/?code=nonsense'])('is shown at %s what to run, and nothing else', async (path) => {
    const { ask, browsed } = await served()
    const { status, headers, text } = await ask(path)
    expect([status, headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1>Sign in</h1>')
    expect(text).toContain('hindcast open')
    expect(text).not.toMatch(/<script|nonsense/)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    )
    expect([headers.get('set-cookie'), browsed()]).toEqual([null, 0])
  })

  test.each(['/viewer.js', '/style.css', '/icon.svg', '/api/look', '/open'])('gets nothing at %s', async (path) => {
    const { ask } = await served()
    expect((await ask(path)).status).toBe(401)
  })
})

describe('an unknown address', () => {
  const html = { accept: 'text/html,application/xhtml+xml' }

  test('is a not-found page for a signed-in browser, and the sign-in page for any other', async () => {
    const { ask, letIn } = await served()
    const { cookie } = await letIn()
    const missing = await ask('/sessions', { ...html, cookie })
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missing.text).toMatch(/<h1>Not found<\/h1>.*href="\/"/s)
    expect(missing.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const stranger = await ask('/sessions', html)
    expect([stranger.status, /<h1>(.*)<\/h1>/.exec(stranger.text)?.[1]]).toEqual([401, 'Sign in'])
  })

  test('is an error document for a program', async () => {
    const { ask } = await served()
    expect(JSON.parse((await ask('/sessions')).text).error.code).toBe('unauthorized')
    const own = await ask('/sessions', { authorization: `Bearer ${TOKEN}`, ...html })
    expect([own.status, JSON.parse(own.text).error.code]).toEqual([404, 'not-found'])
  })
})

describe('the sign-in link', () => {
  test('signs in one browser, by a cookie that scripts and other sites cannot read', async () => {
    const { ask, invite } = await served()
    const { code, expiresAt } = JSON.parse((await invite()).text)
    expect(expiresAt).toBeGreaterThan(Date.now())
    const first = await ask(`/?code=${code}`)
    expect(first.status).toBe(200)
    expect(first.headers.get('set-cookie')).toMatch(
      /^hindcast-[\w-]{12}=\d+\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    expect(first.text).toMatch(/url=\/#key=[\w-]{43}"/)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect((await ask(`/?code=${code}`)).status).toBe(401)
  })

  test('is valid for one minute', async () => {
    const { ask, invite, time } = await served()
    const [one, other] = [await invite(), await invite()].map(({ text }) => JSON.parse(text).code)
    time.now += MINUTE - 1
    expect((await ask(`/?code=${one}`)).status).toBe(200)
    time.now += 1
    expect((await ask(`/?code=${other}`)).status).toBe(401)
  })

  test('signs in again a browser that has the cookie but lost its key', async () => {
    const { ask, invite, letIn } = await served()
    const { cookie } = await letIn()
    const { code } = JSON.parse((await invite()).text)
    expect((await ask(`/?code=${code}`, { cookie })).text).toContain('#key=')
    expect((await ask(`/?code=${code}`, { cookie })).text).toContain('/viewer.js')
  })

  test('is given only to a caller with the token', async () => {
    const { ask, invite, letIn } = await served()
    expect((await invite({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await ask('/open', { ...(await letIn()), 'content-type': 'application/json' }, '{}')).status).toBe(401)
  })

  test.each([
    ['agent', 'needs-person'],
    ['unknown', 'terminal-required'],
  ] as const)('is not given to a caller that is %s, even with the token', async (caller, code) => {
    const { invite } = await served(TOKEN, caller)
    const refused = await invite()
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, code])
  })

  test('expires early if many newer links were requested', async () => {
    const { ask, invite } = await served()
    const codes: string[] = []
    for (let n = 0; n < 17; n++) codes.push(JSON.parse((await invite()).text).code)
    expect((await ask(`/?code=${codes[0]}`)).status).toBe(401)
    expect((await ask(`/?code=${codes[1]}`)).status).toBe(200)
  })
})

describe('a signed-in browser', () => {
  test('gets the page and its files under a policy that allows only its own scripts and requests', async () => {
    const { ask, letIn, browsed } = await served()
    const { cookie } = await letIn()
    const before = browsed()
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/viewer.js', 'text/javascript; charset=utf-8'],
      ['/style.css', 'text/css; charset=utf-8'],
      ['/icon.svg', 'image/svg+xml'],
    ] as const) {
      const { status, headers } = await ask(path, { cookie })
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, type])
      const policy = headers.get('content-security-policy')
      expect(policy).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
      )
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    expect(browsed() - before).toBe(4)
    for (const path of ['/none', '/hook', '/../package.json', '/index.html'])
      expect((await ask(path, { cookie })).status).toBe(401)
  })

  test('needs both cookie and key to call verbs, and those of another home do not work', async () => {
    const { ask, letIn } = await served()
    const own = await letIn()
    const other = await (await served('b'.repeat(64))).letIn()
    expect(await ask('/api/look', own)).toMatchObject({ status: 200, text: '{"done":"look"}' })
    const { cookie, 'x-hindcast-viewer': key } = own
    for (const headers of [
      { cookie },
      { 'x-hindcast-viewer': key },
      { cookie, 'x-hindcast-viewer': `${key.slice(1)}x` },
      { cookie: cookie.replace(/=\d/, '=9'), 'x-hindcast-viewer': key },
      { cookie: other.cookie, 'x-hindcast-viewer': key },
      other,
    ])
      expect((await ask('/api/look', headers as Record<string, string>)).status).toBe(401)
    const both = { ...own, cookie: `a=b; ${other.cookie}; ${own.cookie}` }
    expect((await ask('/api/look', both)).status).toBe(200)
  })

  test('stays signed in for thirty days, even across restarts', async () => {
    const { letIn, time } = await served()
    const pass = await letIn()
    const later = await served()
    later.time.now = time.now + 30 * DAY - MINUTE
    expect((await later.ask('/api/look', pass)).status).toBe(200)
    later.time.now += MINUTE
    expect((await later.ask('/api/look', pass)).status).toBe(401)
  })

  test('can change something only from the viewer itself', async () => {
    const { ask, letIn, origin } = await served()
    const headers = { ...(await letIn()), 'content-type': 'application/json' }
    const changing = (more: Record<string, string>) => ask('/api/change', { ...headers, ...more }, '{}')
    expect((await changing({})).status).toBe(401)
    expect((await changing({ origin: 'http://127.0.0.1:1' })).status).toBe(403)
    expect((await changing({ origin, 'content-type': 'text/plain' })).status).toBe(415)
    expect((await changing({ origin })).status).toBe(200)
    expect((await ask('/api/change', headers)).status).toBe(400)
  })

  test('cannot use the hook address, and does not sign in an agent', async () => {
    const { ask, letIn, origin } = await served()
    const headers = { ...(await letIn()), origin, 'content-type': 'application/json' }
    expect((await ask('/hook', headers, '{}')).status).toBe(401)
    expect((await ask('/mcp', headers)).status).toBe(401)
  })

  test.each(['evil.example', '127.0.0.1.evil.example'])(
    'gets nothing under the name %s, rebound to this machine',
    async (host) => {
      const { letIn, invite, port } = await served()
      const { cookie } = await letIn()
      const { code } = JSON.parse((await invite()).text)
      for (const path of ['/', `/?code=${code}`, '/viewer.js', '/api/look'])
        expect(
          await firstLine(
            port,
            `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
          ),
        ).toBe('HTTP/1.1 403 Forbidden')
    },
  )
})

test('the whole page is at most 60 KB, compressed', () => {
  const folder = join(import.meta.dirname, '../../dist/viewer')
  const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length)
  expect(sizes).toHaveLength(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
})

/** Needed because `fetch` cannot send another Host. */
async function firstLine(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (piece: string) => {
    text += piece
  })
  socket.end(request)
  await once(socket, 'close')
  return text.slice(0, text.indexOf('\r\n'))
}
