import { setTimeout as sleep } from 'node:timers/promises'
import { visible } from '../domain/quote.ts'
import type { Endpoint } from '../hook/daemon-process.ts'
import { cutText } from '../operations/verb/layout.ts'
import type { Operation } from '../operations/verb/operation.ts'
import { callDaemon } from './call.ts'

/** The longest that a watched verb may take. */
const LONGEST_MS = 24 * 60 * 60 * 1_000
const EVERY_MS = 80

/**
 * Has the daemon run a verb, and shows on stderr that a long one runs: its progress on a terminal, elsewhere that it
 * starts, unless `isSaid`.
 */
export async function callWatched(
  endpoint: Endpoint,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  isSaid = false,
): Promise<unknown> {
  const { name, watch } = operation
  if (!watch) return callDaemon(endpoint, name, input)
  if (!process.stderr.isTTY) {
    const start = isSaid ? undefined : watch.start?.(input)
    if (start !== undefined) process.stderr.write(`${start}\n`)
    return callDaemon(endpoint, name, input, LONGEST_MS)
  }
  const done = new AbortController()
  const answer = callDaemon(endpoint, name, input, LONGEST_MS).finally(() => done.abort())
  const watching = show(async () => watch.line(await callDaemon(endpoint, name, watch.input)), done.signal)
  return answer.finally(() => watching)
}

/** One moving line on a terminal. */
async function show(line: () => Promise<string | undefined>, signal: AbortSignal): Promise<void> {
  const { stderr } = process
  let shown = false
  while (await passed(EVERY_MS, signal)) {
    const said = await line().catch(() => undefined)
    if (said === undefined || signal.aborted) continue
    stderr.write(`\r\x1b[K${cutText(visible(said), stderr.columns - 1)}`)
    shown = true
  }
  if (shown) stderr.write('\r\x1b[K')
}

/** False if the signal came first. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false)
