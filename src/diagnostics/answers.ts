import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { quantity } from '@hindcast/text/phrases.ts'
import type { DaemonFacts } from '../ports.ts'
import type { HookReport } from '../wire/host-transcripts.ts'
import { apart, type Finding, ill, roughAgo, well } from './finding.ts'
import type { Case } from './parts.ts'
import type { ClientSession } from './sessions.ts'

type Failed = Exclude<HookReport['outcome'], 'answered'>

/** What each failure is called, and what to do about it. */
const KINDS: Readonly<Record<Failed, { readonly said: string; readonly remedy: string }>> = {
  failed: { said: 'failed', remedy: 'run hindcast up; for details, run hindcast logs' },
  late: {
    said: 'came too late',
    remedy: 'if the machine is not just busy, run hindcast behaviours to see what is often late',
  },
  discarded: { said: 'could not be used', remedy: 'upgrade Hindcast; for details, run hindcast logs' },
}

const DAY_MS = 24 * 3_600_000
/** A few may be lost while a machine sleeps or Hindcast is upgraded. */
const MOST_A_DAY = 2

/** What clients say became of our answers, counted by kind, in the newest session of each project. */
export async function answers(at: Case, sessions: readonly ClientSession[]): Promise<Finding> {
  const isOurs = await oursIn(at)
  const reports = sessions.flatMap(({ hooks }) => hooks).filter(isOurs)
  const lost = reports.flatMap(({ outcome, ...report }) => (outcome === 'answered' ? [] : [{ outcome, ...report }]))
  const latest = lost.toSorted((a, b) => b.at - a.at)[0]
  const used = `in the newest session of ${quantity(sessions.length, 'project')}, clients report ${quantity(reports.length - lost.length, 'used answer')}`
  if (sessions.length === 0) return apart('answers', 'no session since the client was connected')
  if (!latest) return well('answers', `${used}, and no failure`)
  const counts = (Object.keys(KINDS) as Failed[]).flatMap((kind) => {
    const n = lost.filter(({ outcome }) => outcome === kind).length
    return n === 0 ? [] : [`${n} that ${KINDS[kind].said}`]
  })
  const now = at.clock.now()
  const detail = `${used}, and ${counts.join(', ')}; the latest ${roughAgo(now - latest.at)}, at ${latest.event}: ${latest.why}`
  const startedAt = at.running?.ports.daemon().startedAt ?? 0
  const recent = lost.filter((each) => each.at > Math.max(startedAt, now - DAY_MS))
  return (recent.length > MOST_A_DAY ? ill : apart)('answers', detail, KINDS[latest.outcome].remedy)
}

/** Tells whether a report is about our hooks: the client names the program, or the address that it called. */
export async function oursIn({ home, launcher, running }: Case): Promise<(report: HookReport) => boolean> {
  const text = await readFile(home.daemon, 'utf8').catch(() => '{}')
  const port = running?.ports.daemon().port ?? (JSON.parse(text) as Partial<DaemonFacts>).port
  const address = new RegExp(`127\\.0\\.0\\.1:${port}(?!\\d)`)
  const program = `/${basename(launcher)}`
  return ({ program: named, why }) => named.includes(program) || address.test(`${named} ${why}`)
}
