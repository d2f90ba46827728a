import { createHash } from 'node:crypto'

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
