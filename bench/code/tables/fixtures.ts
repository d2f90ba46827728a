import { percent, shareOf, table } from '../../retrieval/figures.ts'
import { type Judged, judge, type LabelledProgram, labelledPrograms } from '../labelled.ts'
import { type Mode, reading } from '../reading.ts'

interface Held {
  readonly program: LabelledProgram
  readonly mode: Mode
  readonly judged: Judged
}

/** What a table of labelled programs shows besides its figures. */
export interface FixtureOptions {
  /** `<language>/<construct>/<case>`; default: those of the repository. */
  readonly folder?: string | undefined
  /** List what is missed and what is wrong. */
  readonly misses: boolean
}

/** Recall and precision of calls over labelled programs: a row for each construct, and one for each language. */
export async function fixtureTable({ folder, misses }: FixtureOptions): Promise<string> {
  const programs = labelledPrograms(folder)
  const held = [...(await heldBy('syntax', programs)), ...(await heldBy('checker', programs.filter(isTyped)))]
  const groups = grouped(held, ({ program, mode }) => `${program.language} ${mode}`)
  const sums = [...groups].sort().map(([name, all]) => rowOf(name, 'all', all))
  const rows = [...groups].sort().flatMap(([name, all]) => {
    const constructs = grouped(all, ({ program }) => program.construct)
    return [...constructs].map(([construct, own]) => rowOf(name, construct, own))
  })
  const head = ['by', 'construct', 'programs', 'demanded', 'recall %', 'given', 'precision %']
  const tables = `${table(head, sums)}\n\n${table(head, rows)}`
  return misses ? `${tables}\n\n${held.flatMap(missesOf).join('\n')}` : tables
}

function grouped<T>(all: readonly T[], by: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one])
  return groups
}

/** The checker reads nothing of Python. */
const isTyped = ({ language }: LabelledProgram): boolean => language !== 'python'

const heldBy = (mode: Mode, programs: readonly LabelledProgram[]): Promise<Held[]> =>
  reading(mode, async (one) => {
    const held: Held[] = []
    for (const program of programs) {
      const edges = await one.edges(one.copied(program.folder))
      held.push({ program, mode, judged: judge(program.edges, edges) })
    }
    return held
  })

function rowOf(name: string, construct: string, held: readonly Held[]): string[] {
  const count = (of: keyof Judged) => held.reduce((sum, { judged }) => sum + judged[of].length, 0)
  const [found, missed, wrong] = [count('found'), count('missed'), count('wrong')]
  const shares = [
    [String(found + missed), percent(shareOf(found, found + missed))],
    [String(found + wrong), percent(shareOf(found, found + wrong))],
  ]
  return [name, construct, String(held.length), ...shares.flat()]
}

function missesOf({ program, mode, judged }: Held): string[] {
  const { language, construct, name } = program
  const place = `${language}/${construct}/${name} (${mode})`
  const shown = ({ from, to, line }: (typeof judged.missed)[number] | (typeof judged.wrong)[number]) =>
    `${from.file} ${from.name} -> ${to.file} ${to.name} @${line}`
  return [
    ...judged.missed.map((edge) => `${place} missed ${shown(edge)}`),
    ...judged.wrong.map((edge) => `${place} wrong ${shown(edge)}`),
  ]
}
