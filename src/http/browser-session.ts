import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How long a code may lie about: time enough to copy it into another window. */
const CODE_MS = 5 * 60_000
const MOST_CODES = 16
/** How long a browser stays let in. */
const PASS_MS = 30 * 24 * 3_600_000

/** What `open` is given: a code for one browser, good until `expiresAt`. */
export interface Invitation {
  readonly code: string
  readonly expiresAt: number
}

/**
 * What a browser keeps: a cookie, which it sends to every port of this machine, so that others there may read it; and a
 * key, which our own page alone can read and send. Nothing is told but to both.
 */
export interface Pass {
  /** The whole `Set-Cookie` header. */
  readonly cookie: string
  readonly key: string
}

/** Lets browsers in. A pass follows from the token, so that it outlives the daemon and ends with the token. */
export interface Passes {
  invite(): Invitation
  /** Takes a code, once; undefined where there is no such code, or no longer. */
  redeem(code: string): Pass | undefined
  hasCookie(headers: IncomingHttpHeaders): boolean
  hasKey(headers: IncomingHttpHeaders): boolean
}

/** The header that our page sends its key in; no other page may, without asking first. */
const KEY_HEADER = 'x-hindcast-viewer'

/** The passes of one home, whose token this is. */
export function passesOf(token: string, now: () => number): Passes {
  const codes = new Map<string, number>()
  const seal = (...words: readonly (string | number)[]) =>
    createHmac('sha256', token)
      .update(['viewer', ...words].join('\n'))
      .digest('base64url')
  // Cookies know no ports: each home has a name of its own, which stays when the port does not
  const name = `hindcast-${seal('name').slice(0, 12)}`
  const valueFor = (until: number) => `${until}.${seal('cookie', until)}`
  const cookieIn = ({ cookie = '' }: IncomingHttpHeaders): string | undefined => {
    const found = cookie.split(/; */).filter((pair) => pair.startsWith(`${name}=`))
    const values = found.map((pair) => pair.slice(name.length + 1))
    return values.find(
      (value) => Number.parseInt(value, 10) > now() && isSame(value, valueFor(Number.parseInt(value, 10))),
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
      return value !== undefined && isSame(String(headers[KEY_HEADER] ?? ''), seal('key', value))
    },
  }
}

function isSame(given: string, due: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(due)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A document of the viewer as it is sent. */
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
a { color: #0b5cad }
@media (prefers-color-scheme: dark) {
  body { color: #e4e2dd; background: #161719 }
  code { background: #26282b }
  a { color: #86b9f0 }
}
`

const OUTSIDE = 'Hindcast keeps what your coding agent did, and shows it to you alone.'
const SPENT = 'That link has been used, or is more than five minutes old.'

/** What a browser sees that was not let in yet, or whose code is spent: what to type. */
export function door(isSpent: boolean): Page {
  const body = `<main><h1>Hindcast</h1>
<p>${isSpent ? SPENT : OUTSIDE} To look inside, type in a terminal</p>
<code>hindcast open</code>
<p>and follow the link. Done already? <a href="/">Look again</a>.</p></main>`
  return page(`<style>${STYLE}</style>`, body, {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest(STYLE)}'; ${CLOSED}`,
  })
}

/** Leads into the viewer. A page of our own does it, so that the browser sends the cookie whoever's link it followed. */
export function threshold(cookie: string, key: string): Page {
  return page(`<meta http-equiv="refresh" content="0; url=/#key=${key}">`, '<a href="/">Hindcast</a>', {
    'set-cookie': cookie,
    'content-security-policy': `default-src 'none'; ${CLOSED}`,
  })
}

/** Of every document: it stands in no frame, sends no form, and has no other base. */
export const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (head: string, body: string, headers: Page['headers']): Page => ({
  type: 'text/html; charset=utf-8',
  text: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Hindcast</title>${head}</head>
<body>${body}</body>
</html>
`,
  headers,
})

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
