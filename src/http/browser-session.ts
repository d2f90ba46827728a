import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How long a code is valid: long enough to copy it into another window. */
const CODE_MS = 60_000
const MOST_CODES = 16
/** How long a browser stays signed in. */
const PASS_MS = 30 * 24 * 3_600_000

/** The result of `open`: a code for one browser, valid until `expiresAt`. */
export interface Invitation {
  readonly code: string
  readonly expiresAt: number
}

/**
 * What a signed-in browser holds: a cookie, which it sends to every port of this machine, so that other servers there can read
 * it, and a key, which only our own page can read and send. The API requires both.
 */
export interface Pass {
  /** The complete `Set-Cookie` header. */
  readonly cookie: string
  readonly key: string
}

/** Signs browsers in. A pass is derived from the token, so it survives a restart and ends when the token changes. */
export interface Passes {
  invite(): Invitation
  /** Accepts a code once; undefined if it is unknown, used or expired. */
  redeem(code: string): Pass | undefined
  hasCookie(headers: IncomingHttpHeaders): boolean
  hasKey(headers: IncomingHttpHeaders): boolean
}

/** The header with the key. A page of another origin cannot send it without a preflight request, which is refused. */
const KEY_HEADER = 'x-hindcast-viewer'

/** The passes of the home that has this token. */
export function passesOf(token: string, now: () => number): Passes {
  const codes = new Map<string, number>()
  const seal = (...words: readonly (string | number)[]) =>
    createHmac('sha256', token)
      .update(['viewer', ...words].join('\n'))
      .digest('base64url')
  // Cookies are shared by all ports of a host, so each home has its own cookie name, which does not depend on the port
  const name = `hindcast-${seal('name').slice(0, 12)}`
  const valueFor = (until: number) => `${until}.${seal('cookie', until)}`
  const cookieIn = ({ cookie = '' }: IncomingHttpHeaders): string | undefined => {
    const found = cookie.split(/; */).filter((pair) => pair.startsWith(`${name}=`))
    const values = found.map((pair) => pair.slice(name.length + 1))
    return values.find(
      (value) => Number.parseInt(value, 10) > now() && isEqualToken(value, valueFor(Number.parseInt(value, 10))),
    )
  }
  return {
    invite() {
      const code = randomBytes(24).toString('base64url')
      const expiresAt = now() + CODE_MS
      codes.set(code, expiresAt)
      for (const old of [...codes.keys()].slice(0, -MOST_CODES)) codes.delete(old)
      return { code, expiresAt }
    },
    redeem(code) {
      const expiresAt = codes.get(code) ?? 0
      codes.delete(code)
      if (expiresAt <= now()) return undefined
      const value = valueFor(now() + PASS_MS)
      const cookie = `${name}=${value}; Path=/; Max-Age=${PASS_MS / 1_000}; HttpOnly; SameSite=Strict`
      return { cookie, key: seal('key', value) }
    },
    hasCookie: (headers) => cookieIn(headers) !== undefined,
    hasKey(headers) {
      const value = cookieIn(headers)
      return value !== undefined && isEqualToken(String(headers[KEY_HEADER] ?? ''), seal('key', value))
    },
  }
}

function isEqualToken(given: string, due: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(due)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A document of the viewer with its headers. */
export interface Page {
  readonly type: string
  readonly text: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; padding: 12vh 1.5rem; font: 1rem/1.6 system-ui, sans-serif; color: #1f2328; background: #fbfaf8 }
main { max-width: 34rem; margin: 0 auto }
h1 { font-size: 1.25rem; margin: 0 0 1rem }
code { display: block; margin: 1rem 0; padding: .75rem 1rem; border-radius: .5rem; background: #efece6; font: 1rem ui-monospace, monospace; user-select: all }
p { overflow-wrap: anywhere }
a { color: #0b5cad }
@media (prefers-color-scheme: dark) {
  body { color: #e4e2dd; background: #161719 }
  code { background: #26282b }
  a { color: #86b9f0 }
}
`

const NEW = 'You are not signed in on this browser.'
const SPENT = 'This link has expired or was already used: each one works once, for one minute.'

/** The page for a browser that is not signed in, or whose code is spent: it says what to run. */
export const signInPage = (isSpent: boolean): Page =>
  plainPage(
    'Sign in',
    `<p>${isSpent ? SPENT : NEW} In a terminal, run</p>
<code>hindcast open</code>
<p>and open the link it prints. If you are already signed in, <a href="/">reload</a>.</p>`,
  )

/** The page at an address that the viewer does not have. */
export const notFoundPage = (): Page =>
  plainPage('Not found', '<p>There is no page at this address. <a href="/">Show all sessions</a></p>')

function plainPage(title: string, body: string): Page {
  return page(title, `<style>${STYLE}</style>`, `<main><h1>${title}</h1>\n${body}</main>`, {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest(STYLE)}'; ${CLOSED}`,
  })
}

/**
 * Redirects into the viewer. A page of our own does it because a browser that followed a link from elsewhere does not
 * send a strict cookie with the redirect.
 */
export function signedInPage(cookie: string, key: string): Page {
  const refresh = `<meta http-equiv="refresh" content="0; url=/#key=${key}">`
  return page('Signing in', refresh, '<main><h1>Signing in…</h1><p><a href="/">Continue</a></p></main>', {
    'set-cookie': cookie,
    'content-security-policy': `default-src 'none'; ${CLOSED}`,
  })
}

/** The policy of every document: no frames, no forms, no other base. */
export const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (title: string, head: string, body: string, headers: Page['headers']): Page => ({
  type: 'text/html; charset=utf-8',
  text: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Hindcast</title>${head}</head>
<body>${body}</body>
</html>
`,
  headers,
})

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
