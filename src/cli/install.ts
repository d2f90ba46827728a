import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from '../config/home.ts'
import { VERSION } from '../version.ts'

/** The file whose text names a build: two builds of one version differ in it. */
const STAMP = 'stamp'

/**
 * Copies the built product to `<home>/app/<version>`, so that a moved clone or another Node breaks nothing.
 * Returns its folder, and whether it was new or another build than before.
 */
export async function installApp(home: Home, dist: string): Promise<{ app: string; changed: boolean }> {
  const app = join(home.apps, VERSION)
  if (dist === app) return { app, changed: false }
  const stamp = await readFile(join(dist, STAMP), 'utf8')
  if ((await readFile(join(app, STAMP), 'utf8').catch(() => '')) === stamp) {
    await writeFile(join(app, 'node-path'), `${process.execPath}\n`)
    return { app, changed: false }
  }
  await mkdir(home.apps, { recursive: true, mode: 0o700 })
  const fresh = await mkdtemp(join(home.apps, '.new-'))
  await cp(dist, fresh, { recursive: true })
  await writeFile(join(fresh, 'node-path'), `${process.execPath}\n`)
  await writeFile(join(fresh, 'version'), `${VERSION}\n`)
  // Taken away and replaced in two renames: a hook that starts in between finds no launcher once, and says nothing.
  const old = `${fresh}.old`
  await rename(app, old).catch(() => undefined)
  await rename(fresh, app)
  await rm(old, { recursive: true, force: true })
  return { app, changed: true }
}

/** The folder that programs are started from: the installed copy, or this build where none is installed. */
export async function installedApp(home: Home, dist: string): Promise<string> {
  const names = await readdir(home.apps).catch(() => [] as string[])
  return names.includes(VERSION) ? join(home.apps, VERSION) : dist
}
