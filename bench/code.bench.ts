import { type Obtained, programs } from './code/packages.ts'
import { deadTable } from './code/tables/dead.ts'
import { fixtureTable } from './code/tables/fixtures.ts'
import { judgeTable } from './code/tables/judge.ts'
import { oracleTable } from './code/tables/oracle.ts'
import { questionTable } from './code/tables/questions.ts'
import { scaleTable } from './code/tables/scale.ts'
import { searchTable } from './code/tables/search.ts'
import { tokenTable } from './code/tables/tokens.ts'

/**
 * How right answers about code are: calls held against labelled programs (`fixtures`), against the calls seen when real
 * programs ran their tests (`oracle`), syntax alone held against TypeScript's checker (`judge`); fixed questions about
 * them (`questions`); searches in plain words (`search`); what is called dead (`dead`); what answers cost to read (`tokens`); what an index costs by size
 * (`scale`; a number of lines: only that size; 1000000 is measured only when it is named). All through the built process (`npm run build` first), by syntax alone and
 * with the checker. `--misses` lists what is missed, wrong, or said to be dead; `--folder DIR`: other labelled programs.
 *   npm run bench -- code [TABLE…] [PROGRAM…] [LINES…] [--misses] [--folder DIR]
 */
const words = process.argv.slice(2)
const folder = words.includes('--folder') ? words[words.indexOf('--folder') + 1] : undefined
const misses = words.includes('--misses')

const TABLES: Readonly<Record<string, () => Promise<string>>> = {
  fixtures: () => fixtureTable({ folder, misses }),
  oracle: async () => oracleTable(await obtained(), misses),
  judge: async () => judgeTable(await obtained()),
  questions: async () => questionTable(await obtained(), misses),
  dead: async () => deadTable(await obtained(), misses),
  search: async () => searchTable(await obtained(), misses),
  tokens: async () => tokenTable(await obtained()),
  scale: async () => scaleTable(await obtained(), words.map(Number).filter(Number.isInteger)),
}

/** The programs that are named, or all. */
async function obtained(): Promise<readonly Obtained[]> {
  const all = (await programs()).obtained
  const wanted = all.filter(({ program }) => words.includes(program.name))
  return wanted.length > 0 ? wanted : all
}

const named = words.filter((word) => Object.hasOwn(TABLES, word))
for (const name of named.length > 0 ? named : Object.keys(TABLES)) {
  const began = performance.now()
  const table = await TABLES[name]?.()
  process.stdout.write(`\n## ${name} (${Math.round((performance.now() - began) / 1_000)} s)\n\n${table}\n`)
}
