import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { openStore } from '../../src/adapters/store/sqlite/store.ts'

/** What a process of claimants did. */
export interface Tried {
  readonly tries: number
  readonly taken: number
  /** Taken from a dead session. */
  readonly inherited: number
  /** Two sessions held one claim at the same time. */
  readonly doubled: number
}

/** Sessions at work at the same time in one process, and the files that all of them want. */
const [LANES, FILES] = [8, 5]
/** Every so many holders die with their claims. */
const DYING = 10

// Sessions that try to take the same few claims as those of the other processes. A holder makes a file, which only one can
// make; then it releases its claim or dies. Whoever finds the claim of a dead session may take it from that one.
const [file, url, folder, name, most] = process.argv.slice(2) as [string, string, string, string, string]
const store = await openStore({ file, readers: 1, workerUrl: new URL(url) })
const counts = { tries: 0, taken: 0, inherited: 0, doubled: 0 }
let sessions = 0

const isDead = (session: string): boolean => existsSync(join(folder, `dead-${session}`))

async function tryOnce(): Promise<void> {
  const session = `${name}-${sessions++}`
  const path = `file-${sessions % FILES}`
  const now = Date.now()
  const claim = { path, project: 'p1', session, since: now, until: now + 3_600_000 }
  counts.tries++
  let held = await store.claims.take(cleaned(claim), now)
  const isInherited = held.session !== session && isDead(held.session)
  if (isInherited) {
    counts.tries++
    held = await store.claims.take(cleaned(claim), now, held.session)
  }
  if (held.session !== session) return
  counts.taken++
  if (isInherited) counts.inherited++
  await hold(join(folder, path))
  if (counts.taken % DYING === 0) writeFileSync(join(folder, `dead-${session}`), '')
  else await store.claims.release(session, path)
}

async function hold(mark: string): Promise<void> {
  try {
    closeSync(openSync(mark, 'wx'))
  } catch {
    counts.doubled++
    return
  }
  await setImmediate()
  rmSync(mark)
}

async function lane(): Promise<void> {
  while (counts.tries < Number(most)) await tryOnce()
}

await Promise.all(Array.from({ length: LANES }, lane))
await store.close()
process.stdout.write(JSON.stringify(counts satisfies Tried))
