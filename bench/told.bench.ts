import { existsSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MORE_TRANSCRIPTS, TRANSCRIPTS } from './imported.ts'
import { Accountant } from './told/account.ts'
import { labelsIn, labelTable } from './told/labels.ts'
import { nextStepTable } from './told/next-steps.ts'
import { projectsIn, replayProject } from './told/project.ts'
import { behaviourTable, figuresTable, type Judged, judge } from './told/report.ts'

/**
 * What Hindcast adds to sessions, measured on projects that are replayed in chronological order through the product's own
 * code (run `npm run build` first): how often each behaviour adds something, and how many of the records shown the session
 * then used, compared with the same records in sessions that were not shown them, by the product's own rules of use. Shares
 * are percentages with 95 % Wilson intervals. Then how often a usual next step that was told came next. `--dump` writes every line that was shown to a file.
 * Before starts were eight rows, their median tokens were 1,969, 1,957 and 1,966 in three projects; then 752, 611 and 722
 * (155 starts), and 346 of all starts when they became narrow (p90 455; 664 and 839 before). An index's records seemed used 24.6 % of the time, and were 21.2 % where nobody was told them: hence the
 * comparison. At prompts, recall by reference spoke at 4.0 % [2.7, 5.8] of 654; by likeness at 14.2 %. What the labelled sample is, and who
 * labelled it, is in docs/decisions/tests.md.
 *   npm run bench -- told [FOLDER…] [--dump FILE]
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { dump: { type: 'string' } },
})

/** What two readers said of records for prompts: ids and grades alone. */
const LABELS = resolve('bench/told/labels.json')

/** Of a prompt, readers are shown so much. */
const PROMPT = 1_200

const asked = positionals.length > 0 ? positionals : [TRANSCRIPTS, MORE_TRANSCRIPTS]
const folders = asked.map((folder) => resolve(folder)).filter((folder) => existsSync(folder))
const judged: Judged[] = []
for (const folder of projectsIn(folders)) {
  const began = performance.now()
  const accountant = new Accountant()
  await replayProject(folder, accountant)
  const one = judge(nameOf(folder), accountant.account())
  judged.push(one)
  process.stdout.write(`\n## ${one.project} (${Math.round((performance.now() - began) / 1000)} s)\n\n`)
  process.stdout.write(`${behaviourTable([one])}\n`)
}
if (judged.length === 0) process.stdout.write(`not run, there is none of ${asked.join(', ')}\n`)
else
  process.stdout.write(`\n## all\n\n${behaviourTable(judged)}\n\n${figuresTable(judged)}\n\n${nextStepTable(judged)}\n`)
if (existsSync(LABELS) && judged.length > 0) {
  const accounts = new Map(judged.map(({ project, account }) => [project, account]))
  process.stdout.write(`\n${labelTable(labelsIn(LABELS), accounts)}\n`)
}
if (values.dump !== undefined) writeFileSync(values.dump, `${JSON.stringify(judged.flatMap(dumpOf), null, 1)}\n`)

/** Clients name a project's folder by its path, with dashes. */
function nameOf(folder: string): string {
  return basename(folder).split('-').slice(-2).join('-')
}

/** Every line shown, as a reader needs it; a line shown at a session's start comes with its first prompt. */
function dumpOf({ project, account, told }: Judged): object[] {
  const used = new Map(told.map(({ utterance, id, use }) => [`${utterance.eventId} ${id}`, use]))
  const prompts = new Map(account.prompts.map(({ eventId, text }) => [eventId, text]))
  const first = new Map(account.prompts.toReversed().map(({ session, text }) => [session, text]))
  return account.utterances.flatMap(({ session, event, eventId, at, behaviour, lines }) =>
    lines.map(({ id, text }) => ({
      ...{ project, session, event, eventId, moment: new Date(at).toISOString(), behaviour, id, text },
      ...(id !== undefined && { used: used.get(`${eventId} ${id}`) ?? 'no' }),
      prompt: (event === 'SessionStart' ? first.get(session) : prompts.get(eventId))?.slice(0, PROMPT),
    })),
  )
}
