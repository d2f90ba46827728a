import type { Artifacts, Clock, Config, Evidence, Ledger, Log, Pacer } from '../ports.ts'

/** The ports of a retention pass. */
export interface RetentionPorts {
  readonly evidence: Pick<Evidence, 'sessions' | 'projects'>
  readonly ledger: Ledger
  readonly artifacts: Artifacts
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly pacer: Pick<Pacer, 'giveWay'>
  /** Deletes what is kept for some days only, besides records. */
  readonly sweep: () => Promise<unknown>
}

const DAY_MS = 24 * 3_600_000
/** A new daemon has answers to give first. */
const FIRST_MS = 1_000
/** How many sessions are looked up at a time. */
const PAGE = 50

/** Deletes sessions older than `retention.days`, soon after the start and then daily; returns a handle to stop it. */
export function keepRetention(ports: RetentionPorts): { close(): Promise<void> } {
  let isClosed = false
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    const failed = (error: unknown) => ports.log.error('old sessions could not be deleted', { error: String(error) })
    running = Promise.all([retain(ports, () => isClosed), ports.sweep()]).then(() => undefined, failed)
  }
  const first = setTimeout(run, FIRST_MS).unref()
  const daily = setInterval(run, DAY_MS).unref()
  return {
    close() {
      isClosed = true
      clearTimeout(first)
      clearInterval(daily)
      return running
    },
  }
}

/**
 * Deletes every session whose last activity is older than its project's `retention.days`, with everything derived from
 * it. As with `forget`, no import brings it back. Yields to answers between steps.
 */
export async function retain(ports: Omit<RetentionPorts, 'sweep'>, isClosed: () => boolean): Promise<void> {
  const { evidence, ledger, artifacts, config, clock, log, pacer } = ports
  let deleted = 0
  for (const { id: project, root } of await evidence.projects()) {
    await config.refresh(project, root)
    const days = config.settings(project).retention.days
    if (days === 0) continue
    const seenBefore = clock.now() - days * DAY_MS
    const tried = new Set<string>()
    for (;;) {
      const found = await evidence.sessions({ project, seenBefore, limit: PAGE })
      const old = found.filter(({ id }) => !tried.has(id))
      if (old.length === 0) break
      for (const { id } of old) {
        if (isClosed()) return
        tried.add(id)
        await pacer.giveWay()
        // No hook needs the verbs, so they are loaded only now
        const { forgetSelection } = await import('../operations/forget.ts')
        await forgetSelection({ session: id }, { ledger, clock, artifacts })
        deleted++
      }
    }
  }
  if (deleted === 0) return
  log.info('old sessions deleted', { sessions: deleted })
  while (!isClosed() && (await ledger.sweep())) await pacer.giveWay()
}
