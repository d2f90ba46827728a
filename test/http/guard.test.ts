import type { IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guard, hookTokenOf } from '../../src/http/guard.ts'
import { character } from '../domain/characters.ts'
import { runs } from '../runs.ts'

const TOKEN = 'a'.repeat(32) + '0123456789abcdef'.repeat(2)
const good = {
  host: '127.0.0.1:37777',
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
} satisfies IncomingHttpHeaders
const status = (headers: IncomingHttpHeaders, method = 'POST', path = '/hook') =>
  guard(method, path, headers, TOKEN)?.status

describe('the guard', () => {
  test.each(['127.0.0.1:37777', 'localhost:37777', 'LOCALHOST', '[::1]:1'])('admits a request to %s', (host) => {
    expect(status({ ...good, host })).toBeUndefined()
  })

  test.each([
    undefined,
    '',
    'evil.example',
    'evil.example:37777',
    '127.0.0.1.evil.example:37777',
    'localhost.evil.example',
    '127.0.0.1@evil.example',
    '127.0.0.1:37777.evil.example',
    '127.0.0.2',
    '0.0.0.0:37777',
    '192.168.1.2:37777',
    '127.0.0.1:377777',
  ])('refuses the Host %s, even for /health: a name rebound to this machine', (host) => {
    expect(status({ ...good, host })).toBe(403)
    expect(status({ host }, 'GET', '/health')).toBe(403)
  })

  test.each([
    'https://evil.example',
    'null',
    'file://',
    'http://localhost:3000',
    'http://127.0.0.1:37778',
    'https://127.0.0.1:37777',
    'http://127.0.0.1:37777/',
    'http://127.0.0.1:37777@evil.example',
    'chrome-extension://abcdef',
  ])('refuses the Origin %s, even for /health and with the token', (origin) => {
    expect(status({ ...good, origin })).toBe(403)
    expect(status({ host: good.host, origin }, 'GET', '/health')).toBe(403)
  })

  test('admits its own Origin with the token', () => {
    expect(status({ ...good, origin: 'http://127.0.0.1:37777' })).toBeUndefined()
    expect(status({ ...good, origin: 'http://127.0.0.1:37777', authorization: undefined })).toBe(401)
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}0`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${TOKEN.toUpperCase()}`,
  ])('refuses the authorization %s everywhere except /health', (authorization) => {
    for (const path of ['/hook', '/api/search', '/', '/health/', '//health', '/healthy', '/mcp'])
      expect(status({ ...good, authorization }, 'GET', path)).toBe(401)
    expect(status({ ...good, authorization }, 'GET', '/health')).toBeUndefined()
  })

  test('admits the hook token to POST /hook and nowhere else', () => {
    const hook = { ...good, authorization: `Bearer ${hookTokenOf(TOKEN)}` }
    expect(status(hook)).toBeUndefined()
    for (const path of ['/api/search', '/open', '/mcp', '/', '/hook/', '/hook?host=x'])
      expect(status(hook, 'POST', path)).toBe(401)
    expect(status(hook, 'GET')).toBe(401)
  })

  test.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
  ])('refuses a body as %s, which any page may send without a preflight', (type) => {
    expect(status({ ...good, 'content-type': type })).toBe(415)
  })

  test('accepts JSON with a charset', () => {
    expect(status({ ...good, 'content-type': 'application/json; charset=utf-8' })).toBeUndefined()
  })

  test('admits nothing without the exact token', () => {
    const near = fc.tuple(fc.nat(TOKEN.length - 1), fc.string({ maxLength: 2 })).map(([at, text]) => {
      return TOKEN.slice(0, at) + text + TOKEN.slice(at + 1)
    })
    const guesses = fc.oneof(fc.string(), fc.string({ unit: character }), near, fc.constant(`${TOKEN}\u0000`))
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH')
    fc.assert(
      fc.property(
        guesses,
        fc.constantFrom('Bearer ', 'bearer ', ''),
        methods,
        fc.webPath(),
        (guess, scheme, method, path) => {
          fc.pre(path !== '/health' && guess !== TOKEN && guess.trim() !== TOKEN)
          expect(status({ ...good, authorization: scheme + guess }, method, path)).toBe(401)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
