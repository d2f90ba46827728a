import { open } from 'node:fs/promises'
import type { Host } from '../../wire/host.ts'
import type { ContextUse, HostTranscripts, TranscriptEvent } from '../../wire/host-transcripts.ts'
import { type TranscriptFile, transcriptsOf } from './discover.ts'
import { linesFrom } from './lines.ts'

/** An event, and how full the context of its session, or of its subagent, was at that point. */
export interface Retold extends TranscriptEvent {
  readonly use: ContextUse | undefined
}

/** Dependencies and callbacks. */
export interface Retelling {
  readonly hosts: readonly Host[]
  /** The session in which each of these lines was first read, by uuid. */
  readonly owners: (uuids: readonly string[]) => Promise<Readonly<Record<string, string>>>
  /** Called with bytes that were read, and with values that could not be. */
  readonly onRead: (bytes: number, unread: number) => void
}

/**
 * The events of several transcripts, a session's and its subagents', in order of time, including those before each
 * call. Does not record how far they were read; keeps a few lines of each file in memory.
 */
export async function* retold(files: readonly TranscriptFile[], retelling: Retelling): AsyncGenerator<Retold> {
  const tellers = files.map((file) => toldBy(file, retelling))
  try {
    const heads = await Promise.all(tellers.map((teller) => teller.next()))
    for (;;) {
      const first = earliest(heads)
      const [teller, head] = [tellers[first], heads[first]]
      if (!teller || !head || head.done) return
      yield head.value
      heads[first] = await teller.next()
    }
  } finally {
    await Promise.all(tellers.map((teller) => teller.return(undefined)))
  }
}

/** The earliest of these, the first among equals; finished ones come last. */
function earliest(heads: readonly IteratorResult<Retold, unknown>[]): number {
  const times = heads.map((head) => (head.done ? Number.POSITIVE_INFINITY : head.value.draft.at))
  return times.indexOf(Math.min(...times))
}

/** The owners of lines are looked up in batches of this size. */
const BUNCH_BYTES = 128 * 1024

async function* toldBy(file: TranscriptFile, { hosts, owners, onRead }: Retelling): AsyncGenerator<Retold, undefined> {
  const { path, agent } = file
  const transcripts = transcriptsOf(file, hosts)
  let state = transcripts.begin({ transcript: path, ...(agent && { agent }) })
  for await (const values of bunches(path, transcripts, onRead)) {
    const lines = values.map((value) => ({ value, line: transcripts.lineOf(value) }))
    const owned = await owners(lines.flatMap(({ line }) => line?.uuid ?? []))
    for (const { value, line } of lines) {
      const owner = line && owned[line.uuid]
      const isRepeated = owner !== undefined && owner !== (line?.session || state.session)
      const step = transcripts.next(state, value, isRepeated)
      const told = [...step.told, ...transcripts.momentsBefore(state, step.state, value, isRepeated)]
      state = step.state
      for (const one of told) yield { ...one, use: state.use }
    }
  }
  for (const one of transcripts.end(state).told) yield { ...one, use: state.use }
  return undefined
}

/** The values of a file, in batches. Unreadable ones are skipped and counted, as is a torn end. */
async function* bunches(
  path: string,
  transcripts: HostTranscripts,
  onRead: Retelling['onRead'],
): AsyncGenerator<readonly unknown[]> {
  const handle = await open(path)
  try {
    let values: unknown[] = []
    let [from, at] = [0, 0]
    for await (const { text, end } of linesFrom(handle, 0)) {
      const { values: found, error } = text === undefined ? { values: [], error: 'too long' } : transcripts.split(text)
      values.push(...found)
      onRead(end - at, error === undefined ? 0 : 1)
      at = end
      if (end - from < BUNCH_BYTES) continue
      yield values
      values = []
      from = end
    }
    yield values
  } finally {
    await handle.close()
  }
}
