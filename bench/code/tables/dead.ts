import { percent, shareOf, table } from '../../retrieval/figures.ts'
import { neverEntered } from '../coverage.ts'
import type { Obtained } from '../packages.ts'
import { reading } from '../reading.ts'
import { traced } from '../trace/trace.ts'
import { openedIn } from './questions.ts'

/**
 * What is said to be dead, held against what ran in the programs' own tests. What ran is certainly not dead; what did not
 * is dead or untested, and a reader has to tell which: `lists` prints it.
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
  return lists ? `${shown}\n\n${listed.join('\n')}` : shown
}
