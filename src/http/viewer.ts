import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { CLOSED, door, type Invitation, type Page, passesOf, threshold } from './browser-session.ts'
import type { Refused } from './guard.ts'

/** The viewer as it is served: to browsers that `open` let in, and to no one else. */
export interface ViewerRoutes {
  invite(): Invitation
  /** Whether a browser that was let in may ask this. */
  admits(method: string, path: string, headers: IncomingHttpHeaders): boolean
  /** What one gets at the viewer's address that brings a good code, or was refused for want of a pass; else undefined. */
  entrance(query: URLSearchParams, refused: Refused | undefined): { status: number; page: Page } | undefined
  /** A document of the viewer's; undefined where there is none at this path. */
  page(path: string): Promise<Page | undefined>
}

/** Over the folder of its built files. */
export function viewerOf(folder: string, token: string, now: () => number): ViewerRoutes {
  const passes = passesOf(token, now)
  return {
    invite: passes.invite,
    admits(method, path, headers) {
      if (Object.hasOwn(FILES, path)) return READS.has(method) && passes.hasCookie(headers)
      // A browser names its page wherever something might be changed
      const isOurs = READS.has(method) || headers.origin !== undefined
      return path.startsWith('/api/') && isOurs && passes.hasKey(headers)
    },
    entrance(query, refused) {
      if (refused && refused.status !== 401) return undefined
      const pass = passes.redeem(query.get('code') ?? '')
      if (pass) return { status: 200, page: threshold(pass.cookie, pass.key) }
      return refused && { status: 401, page: door(query.has('code')) }
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

/** Our own files alone, and no text ever taken for code. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; ${CLOSED}`
