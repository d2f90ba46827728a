import { late } from '@hindcast/text/late.ts'
import { quantity } from '@hindcast/text/phrases.ts'
import { asHindcastError, errorTable } from '../domain/errors.ts'
import type { BehaviourState, StoreState } from '../ports.ts'
import { answers } from './answers.ts'
import { arrivals } from './arrivals.ts'
import { apart, type Finding, ill, type Look, roughAgo, well } from './finding.ts'
import type { Case, Running } from './parts.ts'
import { newestSessions } from './sessions.ts'

/** A turn is distilled within seconds after it ends, unless the queue is long. */
const OWED_MS = 10 * 60_000

const RECENT_MS = 30 * 24 * 3_600_000

/** The store, the queue and the behaviours. */
export function memoryLooks(at: Case): readonly Look[] {
  const state = late(() => at.store())
  const sessions = late(() => newestSessions(at))
  return [
    { name: 'database', look: () => database(at, state) },
    { name: 'arrivals', look: () => ifSound(state, async (store) => arrivals(at, store, await sessions())) },
    { name: 'answers', look: async () => [await answers(at, await sessions())] },
    { name: 'memory', look: () => ifSound(state, (store) => [memory(at, store)]) },
    { name: 'queue', look: () => ifSound(state, (store) => [queue(at, store)]) },
    { name: 'imports', look: () => ifSound(state, (store) => [imports(store)]) },
    { name: 'meaning', look: () => lookInside(at, 'meaning', meaning) },
    { name: 'behaviours', look: () => lookInside(at, 'behaviours', behaviours) },
    { name: 'paused', look: () => lookInside(at, 'paused', (running) => paused(running, at.clock.now())) },
    { name: 'lost events', look: () => lookInside(at, 'lost events', lost) },
  ]
}

async function database(
  { running, clock }: Case,
  state: () => Promise<StoreState | undefined>,
): Promise<readonly Finding[]> {
  const store = await state().catch((error: Error & { readonly code?: string }) => error)
  if (store instanceof Error && store.code !== 'corrupt') {
    const { why, remedy } = asHindcastError(store)
    return [
      ill('database', why, remedy === errorTable['store-failed'].remedy ? 'for details, run hindcast logs' : remedy),
    ]
  }
  if (store === undefined) return [apart('database', 'none yet', 'run hindcast up')]
  const { problems, schema, known } =
    store instanceof Error ? { problems: [store.message], schema: 0, known: 0 } : store
  const [problem] = problems
  if (problem !== undefined) {
    const remedy = running
      ? 'it could not be restored; for details, run hindcast logs, then hindcast restart'
      : 'run hindcast up: it restores the newest backup and reads transcripts again'
    return [ill('database', `damaged: ${problem}`, remedy)]
  }
  const newer = `written by a newer Hindcast (schema ${schema}; this version supports ${known})`
  if (schema > known) return [ill('database', newer, 'upgrade Hindcast')]
  const due = schema < known ? `; will be upgraded to ${known} at the next start` : ''
  return [well('database', `intact, schema ${schema}${due}${restoredWords(running, clock.now())}`)]
}

/** The latest recovery, as long as somebody may wonder about it. */
function restoredWords(running: Running | undefined, now: number): string {
  const recovery = running?.ports.storeCare.recovery()
  if (recovery === undefined || now - recovery.at > RECENT_MS) return ''
  const { at, cause, from, backupAt = at, damaged, isComplete } = recovery
  const source = {
    file: 'what could be read of it',
    backup: `the backup made ${roughAgo(now - backupAt)}`,
    nothing: 'transcripts',
  }
  const reading = isComplete ? '' : '; transcripts are being read again'
  const kept = damaged === undefined ? '' : `; the damaged file is ${damaged}`
  return `; was ${cause} ${roughAgo(now - at)}, and restored from ${source[from]}${reading}${kept}`
}

function memory({ clock }: Case, { lastMemoryAt = 0, lastStopAt = 0, pending }: StoreState): Finding {
  const told = lastMemoryAt === 0 ? 'none yet' : `the latest is from ${roughAgo(clock.now() - lastMemoryAt)}`
  const isLate = lastStopAt > lastMemoryAt && clock.now() - lastStopAt > OWED_MS && pending === 0
  if (isLate)
    return ill(
      'memory',
      `${told}, but a turn ended ${roughAgo(clock.now() - lastStopAt)}`,
      'for the reason, run hindcast behaviours and hindcast logs',
    )
  return lastMemoryAt === 0 ? apart('memory', told) : well('memory', told)
}

function queue({ running, clock }: Case, { pending, failed, failure, oldestDueAt }: StoreState): Finding {
  if (failed > 0) {
    const fix = async () => {
      const put = (await running?.ports.health.retryFailed()) ?? 0
      running?.wake()
      return `retrying ${quantity(put, 'job')}`
    }
    const why = `${quantity(failed, 'job')} failed${failure ? `: ${failure}` : ''}`
    return ill('queue', why, 'run hindcast doctor --fix to retry', running && fix)
  }
  const lateMs = oldestDueAt === undefined || pending === 0 ? 0 : clock.now() - oldestDueAt
  if (lateMs > OWED_MS && running)
    return ill(
      'queue',
      `${quantity(pending, 'job')} waiting, the oldest due ${roughAgo(lateMs)}`,
      'run hindcast restart',
    )
  return well('queue', pending === 0 ? 'empty' : `${quantity(pending, 'job')} waiting`)
}

const imports = ({ unreadable }: StoreState): Finding =>
  unreadable === 0
    ? well('imports', 'no unreadable lines')
    : apart('imports', `skipped ${quantity(unreadable, 'unreadable line')}`, 'to list them, run hindcast import')

/** Without it, search matches words only. */
async function meaning({ ports }: Running): Promise<readonly Finding[]> {
  const { on, broken } = ports.embedder.state()
  if (!on) return [apart('meaning', 'off: search matches words only', 'run hindcast config set embedder.enabled true')]
  if (broken !== undefined) return [ill('meaning', `the embedding model failed: ${broken}`, 'run hindcast restart')]
  const { known, missing } = await ports.vectors.counts()
  if (missing === 0) return [well('meaning', `${quantity(known, 'text')} indexed`)]
  const all = quantity(known + missing, 'text')
  return [well('meaning', `${known.toLocaleString('en')} of ${all} indexed; indexing runs when the machine is idle`)]
}

/** Tells the user's own switches from what failures switched off. */
async function behaviours({ ports }: Running): Promise<readonly Finding[]> {
  const off = ports.behaviours.list().filter(({ on }) => !on)
  const settings = await ports.configEditor.list()
  const isOwn = (name: string) => settings[`behaviours.${name}`]?.value === false || settings.enabled?.value === false
  const [own, failed] = [off.filter(({ name }) => isOwn(name)), off.filter(({ name }) => !isOwn(name))]
  const names = own.map(({ name }) => name)
  const chosen =
    names.length === 0
      ? []
      : [apart('behaviours', `off by your settings: ${names.join(', ')}`, `run hindcast behaviours on ${names[0]}`)]
  const broken = failed.map(({ name, failures, error }) => {
    const fix = async () => {
      ports.behaviours.revive(name)
      return `${name} is on again`
    }
    const why = `${name} was switched off after ${quantity(failures, 'failure')}${error ? `: ${error}` : ''}`
    return ill('behaviours', why, `run hindcast behaviours on ${name}`, fix)
  })
  const late = ports.behaviours.list().flatMap((each) => (each.late ? [overdue(each.name, each.late)] : []))
  const less = ports.behaviours.list().flatMap((each) => (each.quieter ? [quieter(each.name, each.quieter)] : []))
  const findings = [...broken, ...late, ...less, ...chosen]
  return findings.length > 0 ? findings : [well('behaviours', `all ${ports.behaviours.list().length} on`)]
}

/** It works, but its answers are often too late to be used. */
function overdue(name: string, { share, runs }: NonNullable<BehaviourState['late']>): Finding {
  const why = `${name} was not ready in time in ${Math.round(share * 100)}% of its last ${runs} runs`
  return ill('behaviours', why, `if the machine is not just busy, run hindcast behaviours off ${name}`)
}

/** It shows half of what it could; nothing is broken. */
function quieter(name: string, { compared, both, ahead, behind }: NonNullable<BehaviourState['quieter']>): Finding {
  const why = `${name} shows less: ${both + ahead} of ${compared} records shown were used, and ${both + behind} of ${compared} that were not shown`
  return apart('behaviours', why, `for details, run hindcast behaviours list ${name}`)
}

async function paused({ ports }: Running, now: number): Promise<readonly Finding[]> {
  const pauses = await ports.ledger.paused(now)
  if (pauses.length === 0) return [well('paused', 'none')]
  const what = pauses.map(({ session, project }) =>
    session ? `session ${session}` : project ? 'a project' : 'everything',
  )
  return [apart('paused', `${what.join(', ')}: nothing is recorded or recalled`, 'run hindcast resume')]
}

async function lost({ lost: count }: Running): Promise<readonly Finding[]> {
  if (count() === 0) return [well('lost events', 'none since the daemon started')]
  return [
    ill(
      'lost events',
      `${quantity(count(), 'event')} could not be recorded in time since the daemon started`,
      'for details, run hindcast logs',
    ),
  ]
}

async function lookInside(
  { running, absent }: Case,
  name: string,
  look: (running: Running) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  return running ? look(running) : [apart(name, absent.why, absent.remedy)]
}

/** The contents of a damaged file prove nothing. */
async function ifSound(
  state: () => Promise<StoreState | undefined>,
  look: (store: StoreState) => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  const store = await state().catch(() => undefined)
  return store === undefined || store.problems.length > 0 ? [] : look(store)
}
