import { constants } from 'node:fs'
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Home } from '../config/home.ts'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { VERSION } from '../version.ts'

/** The file whose text names a build: two builds of one version differ in it. */
const STAMP = 'stamp'
/** The file beside the versions that names the one in use. */
const CURRENT = 'current'
/** A copy that is older was left by one that broke off. */
const COPYING_MS = 60 * 60 * 1_000

/**
 * Copies the built product to `<home>/app/<version>`, so that a moved clone or another Node breaks nothing.
 * Returns its folder, and whether it was new or another build than before. Throws `no-home` where it cannot be written.
 */
export async function installApp(home: Home, dist: string): Promise<{ app: string; changed: boolean }> {
  const app = join(home.apps, VERSION)
  try {
    await mkdir(home.apps, { recursive: true, mode: 0o700 })
    const isThere = async () => (await stampOf(dist)) === (await stampOf(app)) && (await isWhole(dist, app))
    const isOther = dist !== app && !(await isThere())
    const changed = isOther && (await replace(app, (fresh) => fill(fresh, dist), isThere))
    if (!changed) await writeFile(join(app, 'node-path'), `${process.execPath}\n`)
    await replaceFile(join(home.apps, CURRENT), `${VERSION}\n`)
    return { app, changed }
  } catch (thrown) {
    if (!NOT_WRITABLE.has((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown
    throw new HindcastError('no-home', asHindcastError(thrown).why)
  }
}

const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EDQUOT'])

/** Removes the versions before this one, and copies that broke off. What runs has its text in memory already. */
export async function removeOtherApps(home: Home): Promise<void> {
  for (const name of await readdir(home.apps).catch(() => [])) {
    const path = join(home.apps, name)
    const isInUse = name === VERSION || name === CURRENT || (name.startsWith('.') && (await isFresh(path)))
    if (!isInUse) await rm(path, { recursive: true, force: true })
  }
}

/** The folder that programs are started from: the installed copy, or this build where none is installed. */
export async function installedApp(home: Home, dist: string): Promise<string> {
  const names = await readdir(home.apps).catch(() => [] as string[])
  return names.includes(VERSION) ? join(home.apps, VERSION) : dist
}

/** The same, for a verb that starts the daemon: where nothing is installed yet it is now, since clients may be told of it. */
export async function appToStart(home: Home, dist: string): Promise<string> {
  const names = await readdir(home.apps).catch(() => [] as string[])
  return names.includes(CURRENT) ? installedApp(home, dist) : (await installApp(home, dist)).app
}

async function fill(fresh: string, dist: string): Promise<void> {
  await cp(dist, fresh, { recursive: true, filter: (path) => !path.endsWith('.map') })
  await copyNative(dist, fresh)
  await writeFile(join(fresh, 'node-path'), `${process.execPath}\n`)
  await writeFile(join(fresh, 'version'), `${VERSION}\n`)
}

/**
 * In two renames, so that no half copy is ever there: a hook that starts in between finds no launcher once. False where
 * another has put the same there meanwhile, whose daemon may run by now.
 */
async function replace(
  app: string,
  make: (fresh: string) => Promise<void>,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const fresh = await mkdtemp(join(app, '..', '.new-'))
  const old = `${fresh}.old`
  try {
    await make(fresh)
    if (await isThere()) return false
    await swap(fresh, app, old)
    return true
  } finally {
    await Promise.all([fresh, old].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** Another that installs at the same time may put its copy there between the two renames. */
async function swap(fresh: string, app: string, old: string): Promise<void> {
  for (let left = SWAPS; ; left--) {
    await rename(app, old).catch(() => undefined)
    try {
      return await rename(fresh, app)
    } catch (thrown) {
      if (left === 0 || !TAKEN.has((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown
      await rm(old, { recursive: true, force: true })
    }
  }
}

const SWAPS = 5
const TAKEN: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST'])

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

const stampOf = (folder: string): Promise<string> => readFile(join(folder, STAMP), 'utf8').catch(() => '')

/** Whether every file is there as it was built; somebody may have removed one since. */
async function isWhole(dist: string, app: string): Promise<boolean> {
  const [built, there] = await Promise.all([dist, app].map(sizesIn))
  const runs = await access(join(app, 'hindcast-run'), constants.X_OK).then(
    () => true,
    () => false,
  )
  return runs && [...(built ?? [])].every(([name, size]) => name.endsWith('.map') || there?.get(name) === size)
}

/** Bytes of each file of a folder and those in it, by its name within. */
async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(names.map(async (name) => [name, await stat(join(folder, name))] as const))
  return new Map(found.filter(([, kind]) => kind.isFile()).map(([name, { size }]) => [name, size]))
}

const isFresh = async (path: string): Promise<boolean> =>
  Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs < COPYING_MS

/** Finds its native code beside its own files, so it is not bundled. */
const NATIVE = '@photostructure/sqlite'
const LOADER = 'node-gyp-build'

/** Copies the package with native code, and what it needs at run time, beside built programs; for this platform alone. */
export async function copyNative(dist: string, app: string): Promise<void> {
  const native = packageFolder(NATIVE, dist)
  const loader = packageFolder(LOADER, native)
  const prebuilt = `prebuilds/${process.platform}-${process.arch}`
  for (const name of ['package.json', 'LICENSE', 'dist', prebuilt]) await copyPart(native, NATIVE, name, app)
  for (const name of ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'])
    await copyPart(loader, LOADER, name, app)
}

/** Looked up as a program in `importer` would. */
const packageFolder = (name: string, importer: string): string =>
  dirname(createRequire(join(importer, 'package.json')).resolve(`${name}/package.json`))

/** What is not there for this platform is not needed where Node has SQLite itself. */
async function copyPart(from: string, name: string, part: string, app: string): Promise<void> {
  const there = await stat(join(from, part)).catch(() => undefined)
  if (!there) return
  const filter = (path: string) => !/\.(map|d\.[cm]?ts)$/.test(path)
  await cp(join(from, part), join(app, 'node_modules', name, part), { recursive: true, filter })
}
