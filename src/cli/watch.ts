import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '../hook/daemon-process.ts'
import type { Operation } from '../operations/verb/operation.ts'
import { callDaemon } from './call.ts'

/** What may take so long that it is watched. */
const LONGEST_MS = 24 * 60 * 60 * 1_000

/** Has the daemon run a verb; of one that takes its time, says on stderr how far it is. */
export async function callWatched(endpoint: Endpoint, operation: Operation, input: unknown): Promise<unknown> {
  const { name, watch } = operation
  if (!watch) return callDaemon(endpoint, name, input)
  const done = new AbortController()
  const answer = callDaemon(endpoint, name, input, LONGEST_MS).finally(() => done.abort())
  const watching = show(async () => watch.line(await callDaemon(endpoint, name, watch.input)), done.signal)
  return answer.finally(() => watching)
}

/** One line that moves on a terminal, a line a second elsewhere. */
async function show(line: () => Promise<string | undefined>, signal: AbortSignal): Promise<void> {
  const { stderr } = process
  const everyMs = stderr.isTTY ? 80 : 1_000
  let shown = false
  while (await passed(everyMs, signal)) {
    const text = await line().catch(() => undefined)
    if (text === undefined || signal.aborted) continue
    stderr.write(stderr.isTTY ? `\r\x1b[K${text.slice(0, stderr.columns - 1)}` : `${text}\n`)
    shown = true
  }
  if (shown && stderr.isTTY) stderr.write('\r\x1b[K')
}

/** False where the signal came first. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false)
