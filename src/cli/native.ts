import { cp, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Finds its native code beside its own files, so it is not bundled. */
const NATIVE = '@photostructure/sqlite'
const LOADER = 'node-gyp-build'

/** Copies the package with native code, and what it needs at run time, beside built programs; for this platform alone. */
export async function copyNative(dist: string, app: string): Promise<void> {
  const native = folderOf(NATIVE, dist)
  const loader = folderOf(LOADER, native)
  const prebuilt = `prebuilds/${process.platform}-${process.arch}`
  for (const name of ['package.json', 'LICENSE', 'dist', prebuilt]) await copy(native, NATIVE, name, app)
  for (const name of ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js']) await copy(loader, LOADER, name, app)
}

/** Looked up as a program in `importer` would. */
const folderOf = (name: string, importer: string): string =>
  dirname(createRequire(join(importer, 'package.json')).resolve(`${name}/package.json`))

/** What is not there for this platform is not needed where Node has SQLite itself. */
async function copy(from: string, name: string, part: string, app: string): Promise<void> {
  const there = await stat(join(from, part)).catch(() => undefined)
  if (!there) return
  const filter = (path: string) => !/\.(map|d\.[cm]?ts)$/.test(path)
  await cp(join(from, part), join(app, 'node_modules', name, part), { recursive: true, filter })
}
