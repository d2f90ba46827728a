import { type Cleaned, redactDeep } from '@hindcast/redaction/clean.ts'
import { cutPrivate, cutPrivateDeep } from '@hindcast/redaction/tags.ts'
import { HindcastError } from '../../domain/errors.ts'
import type {
  Archive,
  Archived,
  ArchiveKind,
  ArchiveRecord,
  Clock,
  Restored,
  RestoredAll,
  Secrets,
  Snapshot,
} from '../../ports.ts'
import { FORMAT, type Header, LINE_MAX, parseHeader, parseRecord } from './format.ts'
import { type ArchiveLine, archiveLines } from './lines.ts'

/** The inputs of a restore. `onStep` is called with the number of records done; it may throw to stop the work. */
export interface Restoring {
  readonly archive: Archive
  readonly secrets: Secrets
  readonly clock: Clock
  readonly onBegin: (header: Header) => void
  readonly onStep: (done: number) => void
}

/** The size of one transaction: small enough that an answer does not have to wait long for it. */
const BATCH = { records: 50, characters: 256 * 1024 }
const MOST_ERRORS = 20

/** Merges a file into the store, batch by batch. Throws `bad-archive` before anything is changed. */
export async function restoreFrom(path: string, parts: Restoring): Promise<RestoredAll> {
  const lines = archiveLines(path, LINE_MAX)
  try {
    const header = headerOf(path, (await lines.next()).value as ArchiveLine | undefined)
    parts.onBegin(header)
    const tally = new Tally()
    for await (const batch of batchesOf(lines, tally, parts.clock.now())) {
      const open = batch.filter((each) => !isPrivate(each))
      const outcomes = await parts.archive.restore(await cleaned(open, parts.secrets), header.at)
      for (const each of batch) tally.add(each.kind, outcomes[open.indexOf(each)] ?? 'refused')
      parts.onStep(tally.lines)
    }
    return { path, ...tally.result(sum(Object.values(header.counts))) }
  } finally {
    await lines.return(undefined)
  }
}

/** The inputs of a salvage. `since`: earlier records are known to be in the store. */
export interface Salvaging extends Pick<Restoring, 'archive' | 'secrets'> {
  readonly since: number
  /** Waits for answers in progress. */
  readonly giveWay: () => Promise<void>
}

/** Merges what can still be read of a damaged store; returns how many records were new. */
export async function salvageFrom(
  damaged: Pick<Snapshot, 'page'>,
  kinds: readonly ArchiveKind[],
  { archive, secrets, since, giveWay }: Salvaging,
): Promise<number> {
  let found = 0
  for (const kind of kinds)
    for await (const batch of batchesOf(readable(damaged, kind), new Tally(), FOREVER)) {
      const late = batch.filter(({ record }) => !('at' in record) || record.at >= since)
      await giveWay()
      const outcomes = await archive.restore(await cleaned(late, secrets), Date.now(), true)
      found += outcomes.filter((outcome) => outcome === 'new').length
    }
  return found
}

/** A pause without an end keeps having none. */
const FOREVER = 8.64e15
/** The largest step over rows that cannot be read. */
const MOST_SKIPPED = 2 ** 32

/** The readable lines of a kind. What is numbered is read on after a bad place; anything else ends there. */
async function* readable(damaged: Pick<Snapshot, 'page'>, kind: ArchiveKind): AsyncGenerator<ArchiveLine> {
  let after: unknown
  let step = 1
  let number = 0
  do {
    const page = await damaged.page({ kind, after, asOf: FOREVER }).catch(() => undefined)
    if (page === undefined) {
      if ((after !== undefined && typeof after !== 'number') || step > MOST_SKIPPED) return
      after = Number(after ?? 0) + step
      step *= 2
      continue
    }
    step = 1
    for (const text of page.text.split('\n')) if (text !== '') yield { number: ++number, text }
    after = page.after
  } while (after !== undefined)
}

function headerOf(path: string, first: ArchiveLine | undefined): Header {
  const header = parseHeader(first?.text ?? '')
  if (header === undefined) throw new HindcastError('bad-archive', `${path} was not written by hindcast export`)
  if (header.format <= FORMAT) return header
  throw new HindcastError('bad-archive', `${path} was written by a newer Hindcast (${header.version})`, {
    remedy: 'upgrade Hindcast',
  })
}

async function* batchesOf(
  lines: AsyncIterable<ArchiveLine>,
  tally: Tally,
  now: number,
): AsyncGenerator<ArchiveRecord[]> {
  let batch: ArchiveRecord[] = []
  let characters = 0
  for await (const { number, text } of lines) {
    tally.lines++
    const parsed = text === undefined ? { why: `longer than ${LINE_MAX} bytes, or not UTF-8` } : parseRecord(text, now)
    if ('why' in parsed) {
      tally.malformed(number, parsed.why)
      continue
    }
    batch.push(parsed.record)
    characters += text?.length ?? 0
    if (batch.length < BATCH.records && characters < BATCH.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** A prompt that is private as a whole leaves no record, whatever file it is in. */
const isPrivate = ({ kind, record }: ArchiveRecord): boolean =>
  kind === 'prompt' && cutPrivate((record as Archived['prompt']).text).wasPrivate

/**
 * Cuts private passages and redacts records as if they arrived for the first time; fields that are hexadecimal by schema cannot contain a secret.
 */
async function cleaned(batch: readonly ArchiveRecord[], secrets: Secrets) {
  const looked = batch.map((each) => (isHashed(each) ? null : (cutPrivateDeep(each) as ArchiveRecord)))
  const clean = (await redactDeep(looked, (text) => secrets.find(text))) as (Cleaned<ArchiveRecord> | null)[]
  return Promise.all(clean.map(async (each, n) => each ?? redactDeep(batch[n] as ArchiveRecord, async () => [])))
}

const isHashed = ({ kind }: ArchiveRecord): boolean => kind === 'ledger' || kind === 'tombstone'

const sum = (numbers: readonly (number | undefined)[]): number => numbers.reduce<number>((all, n) => all + (n ?? 0), 0)

/** Counts the results by line. */
class Tally {
  lines = 0
  readonly #kinds: Partial<Record<ArchiveKind, Record<Restored, number>>> = {}
  readonly #errors: { line: number; why: string }[] = []
  #malformed = 0

  add(kind: ArchiveKind, outcome: Restored): void {
    const counts = this.#kinds[kind] ?? { new: 0, there: 0, refused: 0 }
    this.#kinds[kind] = counts
    counts[outcome]++
  }

  malformed(line: number, why: string): void {
    this.#malformed++
    if (this.#errors.length < MOST_ERRORS) this.#errors.push({ line, why })
  }

  result(expected: number): Omit<RestoredAll, 'path'> {
    const of = (outcome: Restored) => sum(Object.values(this.#kinds).map((counts) => counts[outcome]))
    return {
      complete: this.#malformed === 0 && this.lines === expected,
      new: of('new'),
      there: of('there'),
      refused: of('refused'),
      malformed: this.#malformed,
      kinds: this.#kinds,
      errors: this.#errors,
    }
  }
}
