import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { MORE_TRANSCRIPTS, TRANSCRIPTS } from './imported.ts'
import { shellCallsIn } from './outcome/calls.ts'
import { labelsIn } from './outcome/labels.ts'
import { disagreements, type Project, realTable } from './outcome/real.ts'
import { kindTable, runnerTable, wrongRecordings } from './outcome/recorded.ts'
import { timeTable } from './outcome/times.ts'
import { projectsIn } from './told/project.ts'

/**
 * How well the results of checks are read: on every recorded output of test/fixtures/outcomes, by runner and by kind, and
 * on every shell call of real projects, against what a reader made of it; and how long it takes. Shares are percentages
 * with 95 % Wilson intervals. `--wrong` lists what is wrong, by file and by the ids of calls.
 *   npm run bench -- outcome [--wrong] [FOLDER…]
 */
const LABELS = resolve('bench/outcome/labels.json')

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const asked = named.length > 0 ? named : [TRANSCRIPTS, MORE_TRANSCRIPTS]
const folders = projectsIn(asked.map((folder) => resolve(folder)).filter((folder) => existsSync(folder)))
const projects: Project[] = []
for (const folder of folders) projects.push({ folder, calls: await shellCallsIn(folder) })
const labels = labelsIn(LABELS)

const say = (title: string, text: string) => process.stdout.write(`\n## ${title}\n\n${text}\n`)
say('recorded outputs, by runner', runnerTable())
say('recorded outputs, by kind', kindTable())
if (projects.length === 0) say('real runs', `not run, there is none of ${asked.join(', ')}`)
else say('real runs', realTable(projects, labels))
say('milliseconds for one call', timeTable(projects.flatMap(({ calls }) => [...calls.values()])))
if (process.argv.includes('--wrong'))
  say('wrong', [...wrongRecordings(), ...disagreements(projects, labels)].join('\n'))
