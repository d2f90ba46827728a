// @ts-check
// What a build makes once, until what makes it changes.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const CACHE = resolve(import.meta.dirname, '../.cache')

/**
 * A file as it was made before from the same versions by the same code, or made now and kept for the next time.
 * @param {string} name of the folder of `.cache/` that keeps it
 * @param {readonly string[]} made by which versions and files: a path stands for the file's text
 * @param {() => Promise<Uint8Array>} make
 * @returns {Promise<Uint8Array>}
 */
export async function cached(name, made, make) {
  const hash = createHash('sha256')
  for (const one of made) hash.update(one.startsWith('/') ? await readFile(one) : one).update('\0')
  const folder = join(CACHE, name)
  const path = join(folder, hash.digest('hex').slice(0, 16))
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return kept
  const bytes = await make()
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, bytes)
  await rename(draft, path)
  return bytes
}
