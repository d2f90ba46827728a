import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/**
 * When a daemon's compiled code is cached: soon, with what a start needs; later, with what the first answers needed.
 */
const MOMENTS_MS = [400, 10_000]
/** When the code compiled so far is cached: after so many milliseconds, or when the process ends. */
type Moments = readonly number[] | 'exit'
/** The SHA-256 stored before V8's bytes, because V8 trusts whatever it is given. */
const SEAL_BYTES = 32

/**
 * Loads a CommonJS bundle, in ASCII, with V8's code cache from the last time, kept in the folder `cache`: parsing a
 * megabyte of code takes a third of a daemon's start. Works without a cache; a cache is used only for the same text and
 * the same V8, and is written only where the folder above it exists.
 */
export function load(file: string, cache: string, moments: Moments = MOMENTS_MS): unknown {
  const code = readFileSync(file)
  const kept = join(cache, `${basename(file)}-${hash(code).toString('hex').slice(0, 16)}`)
  const cachedData = sealed(kept)
  const script = new Script(`(function(exports,require,module,__filename){${code.toString('latin1')}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const cacheNow = () => keep(kept, script.createCachedData())
  if (cachedData === undefined || script.cachedDataRejected) {
    if (moments === 'exit') process.once('exit', cacheNow)
    else for (const ms of moments) setTimeout(cacheNow, ms).unref()
  }
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file)
  return module.exports
}

/** The cached bytes, if they are intact. */
function sealed(kept: string): Buffer | undefined {
  try {
    const all = readFileSync(kept)
    const bytes = all.subarray(SEAL_BYTES)
    return hash(bytes).equals(all.subarray(0, SEAL_BYTES)) ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Replaces the caches of other texts. If it cannot be written, the next start takes as long as this one. */
function keep(kept: string, bytes: Buffer): void {
  const [folder, name] = [dirname(kept), basename(kept)]
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    const fresh = `${kept}.${process.pid}`
    writeFileSync(fresh, Buffer.concat([hash(bytes), bytes]), { mode: 0o600 })
    renameSync(fresh, kept)
    const program = name.slice(0, name.lastIndexOf('-') + 1)
    for (const old of readdirSync(folder)) if (old.startsWith(program) && old !== name) rmSync(join(folder, old))
  } catch {}
}

const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
