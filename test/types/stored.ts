import { type Clean, type Cleaned, cleanLiteral, redactDeep } from '@hindcast/redaction/clean.ts'
import { cleanStringify, cleanWord } from '@hindcast/redaction/derived.ts'
import type { FileCalls } from '../../packages/code-insight/src/analysis/facts.ts'
import type { IndexFile } from '../../packages/code-insight/src/process/index/index-file.ts'
import type { KnownFile } from '../../packages/code-insight/src/process/index/indexed-files.ts'
import { storeCalls } from '../../packages/code-insight/src/process/index/writes.ts'
import type { StorePorts } from '../../src/adapters/store/sqlite/protocol.ts'
import { deriveId } from '../../src/domain/identity.ts'
import type { JobDraft, SourceMark, Switch, TurnLogEntry } from '../../src/ports.ts'

// What must not compile: text that redaction has not seen, given to a port that writes a row.

declare const raw: string
declare const clean: Clean
declare const entry: TurnLogEntry
declare const mark: SourceMark
declare const job: JobDraft
declare const at: Switch
declare const read: unknown

/** Each call hands one port raw text. */
export function refused(store: StorePorts): void {
  // @ts-expect-error a grant's key
  void store.grants.take(raw, clean, 2, 1)
  // @ts-expect-error a grant's holder
  void store.grants.take(clean, raw, 2, 1)
  // @ts-expect-error a fold's scope
  void store.folds.save('told', raw, null, 1)
  // @ts-expect-error a fold's state
  void store.folds.save('told', clean, { ids: [raw] }, 1)
  // @ts-expect-error a state of which nothing is known
  void store.folds.save('told', clean, read, 1)
  // @ts-expect-error a fold that nobody declared
  void store.folds.save(raw, clean, null, 1)
  // @ts-expect-error an entry of the turn log
  void store.turnLog.append([entry])
  // @ts-expect-error a failure's behaviour
  void store.failures.note({ behaviour: raw, reaction: 0, failures: 1, at: 1 }, clean)
  // @ts-expect-error a failure's release
  void store.failures.note({ behaviour: clean, reaction: 0, failures: 1, at: 1 }, raw)
  // @ts-expect-error why a job failed
  void store.jobs.retry(1, 1, raw)
  // @ts-expect-error why a job was given up
  void store.jobs.abandon(1, raw)
  // @ts-expect-error a switch's session and project
  void store.switches.set(at, false)
  // @ts-expect-error a folder that may be read
  void store.sources.consent(raw)
  // @ts-expect-error a project's path and remote
  void store.evidence.project({ id: clean, name: clean, root: raw })
  // @ts-expect-error a project that counts as another
  void store.evidence.unite({ id: clean, name: clean, root: raw }, { id: clean, name: clean, root: clean })
  // @ts-expect-error a project that is its own again
  void store.evidence.part({ id: clean, name: clean, root: raw }, clean)
  // @ts-expect-error a session that is paused
  void store.ledger.pause({ session: raw, from: 1 })
  // @ts-expect-error what is owed
  void store.journal.commit({ changes: [], jobs: [job] })
  // @ts-expect-error the event that a commit is of
  void store.journal.commit({ changes: [], once: raw })
  // @ts-expect-error how far a source was read
  void store.journal.commitAll([], mark)
  // @ts-expect-error a record of an archive
  void store.archive.restore([{ kind: 'line', record: { uuid: raw, session: raw } }], 1)
  // @ts-expect-error a handoff's outcome is one of those that are known
  void store.memories.mark(raw, raw, 'person')
}

/** What does compile, so that the rest fails for the reason given. */
export async function taken(store: StorePorts): Promise<void> {
  await store.grants.take(cleanLiteral`told`, deriveId('e', raw), 2, 1)
  await store.folds.save('told', clean, { ids: [clean], at: 1 }, 1)
  await store.journal.commitAll([], await redactDeep(mark, async () => []))
  // What the store gives back is Clean
  const [session] = await store.evidence.sessions({ limit: 1 })
  await store.ledger.pause({ session: session?.id, from: 1 })
}

/** What an index of code is given. */
export function refusedByIndex(index: IndexFile, calls: FileCalls, known: KnownFile): void {
  // @ts-expect-error a column
  index.run('INSERT INTO meta VALUES (?, ?)', clean, raw)
  // @ts-expect-error the calls of a file
  storeCalls(index, known, calls, () => undefined, 0)
  // @ts-expect-error text that was read counts as no word of the program's
  cleanWord(raw)
  // @ts-expect-error JSON with raw text in it
  cleanStringify({ words: [clean, raw] })
  cleanStringify({ words: [clean], kind: 'file' as 'file' | 'folder', at: 1 })
}

/** JSON of which nothing is known is no Clean JSON. */
// @ts-expect-error it may hold raw text
export const unknown: Cleaned<{ readonly state: unknown }> = { state: read }
