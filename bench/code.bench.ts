import { programs } from './code/packages.ts'
import { fixtureTable } from './code/tables/fixtures.ts'
import { oracleTable } from './code/tables/oracle.ts'

/**
 * How right answers about code are: calls held against labelled programs (`fixtures`), and against the calls seen when real
 * programs ran their tests (`oracle`). All through the built process (`npm run build` first), by syntax alone and with the
 * checker. `--misses` lists what is missed and wrong; `--folder DIR`: other labelled programs.
 *   npm run bench -- code [TABLE…] [--misses] [--folder DIR]
 */
const words = process.argv.slice(2)
const folder = words.includes('--folder') ? words[words.indexOf('--folder') + 1] : undefined
const misses = words.includes('--misses')

const TABLES: Readonly<Record<string, () => Promise<string>>> = {
  fixtures: () => fixtureTable({ folder, misses }),
  oracle: async () => oracleTable((await programs()).obtained, misses),
}

const named = words.filter((word) => Object.hasOwn(TABLES, word))
for (const name of named.length > 0 ? named : Object.keys(TABLES)) {
  const began = performance.now()
  const table = await TABLES[name]?.()
  process.stdout.write(`\n## ${name} (${Math.round((performance.now() - began) / 1_000)} s)\n\n${table}\n`)
}
