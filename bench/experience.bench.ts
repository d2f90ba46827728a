import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { replayed } from './experience/history.ts'
import { figuresTable, sampleOf } from './experience/report.ts'
import { MORE_TRANSCRIPTS, TRANSCRIPTS } from './imported.ts'
import { projectsIn } from './told/project.ts'

/**
 * What becomes of failing checks in projects that are replayed in chronological order through the product's own code (run
 * `npm run build` first): how many become experiences, how many of these close with a cure, and how often a failure that an
 * earlier session had brings a cure. Shares are percentages with 95 % Wilson intervals. `--sample N` prints so many
 * experiences, and everything that was told, for a reader; it goes to the terminal alone.
 *   npm run bench -- experience [--sample N] [FOLDER…]
 */
const words = process.argv.slice(2)
const sample = words.includes('--sample') ? Number(words[words.indexOf('--sample') + 1]) : 0
const named = words.filter((word, at) => !word.startsWith('--') && words[at - 1] !== '--sample')
const asked = named.length > 0 ? named : [TRANSCRIPTS, MORE_TRANSCRIPTS]
const folders = projectsIn(asked.map((folder) => resolve(folder)).filter((folder) => existsSync(folder)))
const histories = []
for (const folder of folders) histories.push(await replayed(folder, basename(folder).split('-').slice(-2).join('-')))
if (histories.length === 0) process.stdout.write(`not run, there is none of ${asked.join(', ')}\n`)
else process.stdout.write(`\n${figuresTable(histories)}\n`)
for (const history of sample > 0 ? histories : []) process.stdout.write(`\n${sampleOf(history, sample)}\n`)
