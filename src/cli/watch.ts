import { setTimeout as sleep } from 'node:timers/promises'
import { visible } from '../domain/context/quote.ts'
import type { Endpoint } from '../hook/daemon-process.ts'
import { cut } from '../operations/verb/layout.ts'
import type { Operation } from '../operations/verb/operation.ts'
import { callDaemon } from './call.ts'

/** The longest that a watched verb may take. */
const LONGEST_MS = 24 * 60 * 60 * 1_000

/** Has the daemon run a verb, and shows the progress of a long one on stderr. */
export async function callWatched(endpoint: Endpoint, operation: Operation, input: unknown): Promise<unknown> {
  const { name, watch } = operation
  if (!watch) return callDaemon(endpoint, name, input)
  const done = new AbortController()
  const answer = callDaemon(endpoint, name, input, LONGEST_MS).finally(() => done.abort())
  const watching = show(async () => watch.line(await callDaemon(endpoint, name, watch.input)), done.signal)
  return answer.finally(() => watching)
}

/** One moving line on a terminal; elsewhere one line per second. */
async function show(line: () => Promise<string | undefined>, signal: AbortSignal): Promise<void> {
  const { stderr } = process
  const everyMs = stderr.isTTY ? 80 : 1_000
  let shown = false
  while (await passed(everyMs, signal)) {
    const said = await line().catch(() => undefined)
    if (said === undefined || signal.aborted) continue
    const text = visible(said)
    stderr.write(stderr.isTTY ? `\r\x1b[K${cut(text, stderr.columns - 1)}` : `${text}\n`)
    shown = true
  }
  if (shown && stderr.isTTY) stderr.write('\r\x1b[K')
}

/** False if the signal came first. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false)
