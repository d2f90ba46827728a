import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { percent, shareOf, table } from '../../retrieval/figures.ts'
import { neverEntered } from '../coverage.ts'
import type { Obtained } from '../packages.ts'
import { reading } from '../reading.ts'
import { traced } from '../trace/trace.ts'
import { openedIn } from './questions.ts'

/**
 * What is said to be dead, held against what ran in the programs' own tests. What ran is certainly not dead; what did not
 * is dead or untested, and a reader has to tell which: `lists` prints it. What readers made of reports about other programs
 * stands below.
 */
export async function deadTable(all: readonly Obtained[], lists: boolean): Promise<string> {
  const rows: string[][] = []
  const listed: string[] = []
  await reading('checker', async (one) => {
    for (const obtained of all) {
      const trace = await traced(obtained)
      if (!trace) continue
      const answer = await one.ask(await openedIn(one, obtained), { kind: 'dead' })
      if (answer.kind !== 'dead') throw new Error(`no answer about ${obtained.program.name}: ${answer.kind}`)
      const ran = new Set(trace.ran.map(({ file, name }) => `${file} ${name}`))
      const never = neverEntered(trace).length
      const alive = answer.dead.filter(({ file, name }) => ran.has(`${file} ${name}`))
      const rest = shareOf(answer.dead.length - alive.length, answer.dead.length)
      const counts = [answer.entities, never, answer.dead.length, alive.length].map(String)
      rows.push([obtained.program.name, ...counts, answer.dead.length > 0 ? percent(rest) : '–'])
      for (const { file, line, name } of answer.dead)
        listed.push(`${obtained.program.name} ${file}:${line} ${name}${ran.has(`${file} ${name}`) ? ' RAN' : ''}`)
    }
  })
  const shown = table(['program', 'entities', 'never ran', 'said to be dead', 'of them ran', 'not refuted %'], rows)
  return [shown, judgedTable(), ...(lists ? [listed.join('\n')] : [])].join('\n\n')
}

/** A report that somebody checked by reading the program. */
interface Verdict {
  readonly program: string
  readonly version: string
  readonly file: string
  readonly name: string
  readonly verdict: 'dead' | 'in use'
  readonly why: string
}

const JUDGED = resolve('bench/code/dead/judged.json')

/** How much of what is called dead for sure is so: every report of the last draw, on programs that no rule was made from. */
function judgedTable(): string {
  if (!existsSync(JUDGED)) return 'no reports were judged by hand'
  const all = JSON.parse(readFileSync(JUDGED, 'utf8')) as readonly Verdict[]
  const rowOf = (name: string, own: readonly Verdict[]) => {
    const right = own.filter(({ verdict }) => verdict === 'dead').length
    const programs = new Set(own.map(({ program }) => program)).size
    return [name, String(programs), String(own.length), String(right), percent(shareOf(right, own.length))]
  }
  const isPython = ({ file }: Verdict) => file.endsWith('.py')
  const rows = [
    rowOf('Python', all.filter(isPython)),
    rowOf(
      'JavaScript and TypeScript',
      all.filter((one) => !isPython(one)),
    ),
    rowOf('all', all),
  ]
  return table(['judged by hand', 'programs', 'reports', 'dead', 'precision %'], rows)
}
