import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import {
  CLOSED,
  type Invitation,
  notFoundPage,
  type Page,
  passesOf,
  signedInPage,
  signInPage,
} from './browser-session.ts'
import type { Refused } from './guard.ts'

/** The viewer as it is served: only to browsers that signed in with a link of `open`. */
export interface ViewerRoutes {
  invite(): Invitation
  /** Whether the request comes from a signed-in browser that may make it. */
  admits(method: string, path: string, headers: IncomingHttpHeaders): boolean
  /**
   * The page that answers a GET before any route does: for a valid code, for a browser that is not signed in, and for an
   * address that a signed-in browser asks for in vain; else undefined.
   */
  entrance(request: Asked, refused: Refused | undefined): { status: number; page: Page } | undefined
  /** One of the viewer's own files; undefined if there is none at this path. */
  page(path: string): Promise<Page | undefined>
}

/** What a GET asks for. */
export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Serves the built files in `folder`. */
export function viewerOf(folder: string, token: string, now: () => number): ViewerRoutes {
  const passes = passesOf(token, now)
  return {
    invite: passes.invite,
    admits(method, path, headers) {
      if (Object.hasOwn(FILES, path)) return READS.has(method) && passes.hasCookie(headers)
      // Browsers send an Origin with every request that may change something
      const isOurs = READS.has(method) || headers.origin !== undefined
      return path.startsWith('/api/') && isOurs && passes.hasKey(headers)
    },
    entrance({ path, query, headers }, refused) {
      if (refused && refused.status !== 401) return undefined
      const pass = path === '/' ? passes.redeem(query.get('code') ?? '') : undefined
      if (pass) return { status: 200, page: signedInPage(pass.cookie, pass.key) }
      // Programs get JSON at every other address
      if (refused === undefined || (path !== '/' && !headers.accept?.includes('text/html'))) return undefined
      if (passes.hasCookie(headers)) return { status: 404, page: notFoundPage() }
      return { status: 401, page: signInPage(query.has('code')) }
    },
    async page(path) {
      const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined
      if (file === undefined) return undefined
      const [name, type] = file
      return { type, text: await readFile(join(folder, name)), headers: { 'content-security-policy': POLICY } }
    },
  }
}

const FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/viewer.js': ['viewer.js', 'text/javascript; charset=utf-8'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Only our own files are loaded, and text is never executed. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; ${CLOSED}`
