import type { Experience } from '../../src/domain/experience/experience.ts'
import { isSameFailure, markIn } from '../../src/domain/experience/failure.ts'
import { percent, seeded, shareOf, table } from '../retrieval/figures.ts'
import type { History } from './history.ts'

const HEAD = [
  'project',
  'sessions',
  'failing test runs cured in their session',
  'of these closed with a cure',
  'experiences opened',
  'closed',
  'with a cure',
  'silver',
  'failures',
  'recurring',
  'cure told',
  'told in all',
]

/** The figures, by project and over all. */
export const figuresTable = (histories: readonly History[]): string =>
  table(HEAD, [...histories.map((one) => rowOf(one.project, [one])), rowOf('all', histories)])

function rowOf(name: string, histories: readonly History[]): string[] {
  const all = <T>(of: (history: History) => readonly T[]) => histories.flatMap(of)
  const provisional = all((one) => one.provisional)
  const cured = all((one) => one.runs.filter(({ isCured }) => isCured))
  const evidence = new Set(provisional.filter(saysHow).flatMap((one) => one.evidence))
  const recurring = all((one) => one.failures.filter(({ isRecurring }) => isRecurring))
  const closed = provisional.filter(({ state }) => state === 'closed')
  const share = (some: number, of: number) => `${some}: ${percent(shareOf(some, of))}`
  return [
    name,
    ...[String(histories.reduce((sum, { sessions }) => sum + sessions, 0)), String(cured.length)],
    share(cured.filter(({ id }) => evidence.has(id)).length, cured.length),
    String(provisional.length),
    share(closed.length, provisional.length),
    share(closed.filter(saysHow).length, closed.length),
    String(closed.filter(({ tier }) => tier === 'silver').length),
    String(all((one) => one.failures).length),
    String(recurring.length),
    share(recurring.filter(({ isTold }) => isTold).length, recurring.length),
    String(all((one) => one.cures).length),
  ]
}

const saysHow = ({ files, commands }: Experience): boolean => files.length > 0 || commands.length > 0

/** Some experiences at random, and everything that was told, as it was told. */
export function sampleOf({ project, provisional, cures, failures }: History, most: number): string {
  const random = seeded(most)
  const drawn = provisional
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => linesOf(one, provisional))
  const told = cures.map(({ session, lines }) => `${session.slice(0, 8)} ${lines.map(({ text }) => text).join('\n')}`)
  const untold = failures.filter(({ isRecurring, isTold }) => isRecurring && !isTold).map(({ says }) => says)
  return [
    ...[`## ${project}: experiences`, ...drawn, `## ${project}: told`, ...told],
    ...[`## ${project}: recurring and not told`, ...untold],
  ].join('\n\n')
}

function linesOf(one: Experience, all: readonly Experience[]): string {
  const mark = markIn(one.failure, one.failing)
  const again = all.filter((other) => other !== one && isSameFailure(mark, markIn(other.failure, other.failing)))
  return [
    `${one.id} ${new Date(one.startedAt).toISOString()} ${one.goal} (${again.length} alike)`,
    `  ${one.hypothesis}`,
    ...one.failing.slice(0, 3).map((name) => `  test ${name}`),
    `  ${one.state} ${one.tier ?? ''} after ${Math.round(((one.closedAt ?? one.at) - one.startedAt) / 1000)} s: ${one.result ?? ''}`,
    `  files ${one.files.join(', ')}; commands ${one.commands.join(', ')}; commit ${one.committed ?? 'none'}`,
  ].join('\n')
}
