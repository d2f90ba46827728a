import { percent, shareOf, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import { type Mode, type Reading, reading } from '../reading.ts'
import { type Trace, type TracedEdge, traced } from '../trace/trace.ts'

/** How many missed calls of a program are listed. */
const LISTED = 20

interface Held {
  readonly name: string
  readonly mode: Mode
  readonly pairs: number
  readonly missed: readonly TracedEdge[]
}

/** Recall of calls against those seen when the programs' own tests ran: a row for each program and mode. */
export async function oracleTable(all: readonly Obtained[], misses: boolean): Promise<string> {
  const seen: (readonly [Obtained, Trace])[] = []
  for (const one of all) {
    const trace = await traced(one)
    if (trace) seen.push([one, trace])
  }
  const typed = seen.filter(([{ program }]) => program.language !== 'python')
  const held = [...(await heldBy('syntax', seen)), ...(await heldBy('checker', typed))]
  const rows = held.map(({ name, mode, pairs, missed }) => [
    ...[name, mode, String(pairs), String(missed.length)],
    percent(shareOf(pairs - missed.length, pairs)),
  ])
  const shown = table(['program', 'by', 'calls seen', 'missed', 'recall %'], rows)
  return misses ? `${shown}\n\n${held.flatMap(missesOf).join('\n')}` : shown
}

const heldBy = (mode: Mode, seen: readonly (readonly [Obtained, Trace])[]): Promise<Held[]> =>
  reading(mode, async (one) => {
    const held: Held[] = []
    for (const [obtained, trace] of seen) {
      const pairs = pairsSeen(trace)
      const given = await pairsGiven(one, obtained)
      const missed = [...pairs].filter(([pair]) => !given.has(pair)).map(([, edge]) => edge)
      held.push({ name: obtained.program.name, mode, pairs: pairs.size, missed })
    }
    return held
  })

/** Each pair of functions once, where one calls the other itself; tests are left out. */
const pairsSeen = ({ edges }: Trace): ReadonlyMap<string, TracedEdge> =>
  new Map(
    edges
      .filter(({ how, isTests }) => !isTests && (how === 'call' || how === 'implicit'))
      .map((edge) => [pairOf(edge), edge]),
  )

async function pairsGiven(one: Reading, { program, folder }: Obtained): Promise<ReadonlySet<string>> {
  // A program from npm stays where it is: the packages that it imports are installed above it
  const edges = await one.edges(program.language === 'python' ? one.copied(folder) : folder)
  return new Set(edges.map(pairOf))
}

interface Ends {
  readonly from: { readonly file: string; readonly name: string }
  readonly to: { readonly file: string; readonly name: string }
}

const pairOf = ({ from, to }: Ends): string => JSON.stringify([from.file, from.name, to.file, to.name])

const missesOf = ({ name, mode, missed }: Held): string[] =>
  missed.slice(0, LISTED).map(({ from, to, line, how }) => {
    const called = `${from.file} ${from.name} -> ${to.file} ${to.name}:${to.line}`
    return `${name} (${mode}) missed ${called} @${line ?? '?'} ${how}`
  })
