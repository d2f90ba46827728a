import type { Observation } from '../nouns/observation.ts'
import { folderOf, relativePath } from '../paths.ts'
import { commitFact, commitsIn, plainSubject } from './commits.ts'
import { type Chain, checkOfEvent, commandOf, resultOf, runTotals, unrefuted } from './failures.ts'
import { FAILURE_FACT } from './merge.ts'
import { bare, shorten } from './prose.ts'
import { BESIDE, deedsByShell, filesModifiedIn, type ObservationDraft, type TurnReading } from './reading.ts'
import { symbolsOf } from './symbols.ts'
import { changeTitle, TELLING, withFile } from './title.ts'
import type { TurnEvent } from './turns.ts'
import { typeOf } from './type.ts'

const MAX_REPAIRS = 3

/** What was changed: one finding a cluster of files, and one a failure that was put right on the way. */
export function changesOf(reading: TurnReading): ObservationDraft[] {
  const { edits } = reading
  if (edits.length === 0) return movedByShell(reading)
  const solved = reading.chains.filter(isSolved)
  const whole = solved.find((chain) => chain.edits.length >= edits.length)
  if (whole !== undefined) return [mainFinding(reading, edits, whole)]
  return [
    ...clustersOf(edits, reading.root).map((cluster, at) => mainFinding(reading, cluster, undefined, at)),
    ...solved
      .filter(isLesson)
      .slice(0, MAX_REPAIRS)
      .map((chain) => repairFinding(reading, chain)),
  ]
}

const isSolved = (chain: Chain): boolean => chain.recovery !== undefined && chain.edits.length > 0 && chain.error !== ''

/** Totals, and a value that was not the expected one, say nothing of what was wrong. */
const BARE =
  /^(?:\d+ (?:failed|passed|errors?|tests?)\b|expected\b|received\b|want\b|got\b|exit (?:code|status)\b|tests? failed)/i

/** Slips that a compiler or linter caught at once are told with the change itself. */
const isLesson = ({ failure, outcome, error }: Chain): boolean =>
  !/^(?:build|lint|types)$/.test(outcome?.check ?? checkOfEvent(failure) ?? '') &&
  !/^FAIL\b|\bundefined: |^\S+:\d+:\d+:/.test(error) &&
  !BARE.test(errorAsTitle(error))

/** A cluster is a folder's edits, but only where a turn is so wide that one record could not say it. */
function clustersOf(edits: readonly TurnEvent[], root?: string): TurnEvent[][] {
  const byFolder = new Map<string, TurnEvent[]>()
  for (const edit of edits) {
    const folder = folderOf(relativePath(edit.filesModified[0] ?? '', root))
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), edit])
  }
  const wide = [...byFolder.values()].filter((each) => filesModifiedIn(each).length >= 3)
  if (filesModifiedIn(edits).length < 8 || wide.length < 2) return [[...edits]]
  const rest = edits.filter((edit) => !wide.some((each) => each.includes(edit)))
  const clusters = wide.sort((a, b) => b.length - a.length).slice(0, 4)
  return rest.length === 0 ? clusters : [[...(clusters[0] ?? []), ...rest], ...clusters.slice(1)]
}

function mainFinding(reading: TurnReading, edits: readonly TurnEvent[], solved?: Chain, cluster = 0): ObservationDraft {
  const { account, turn, root } = reading
  const files = filesModifiedIn(edits)
  const commits = commitsIn(turn.calls)
  const { title, joins } = titleOf(reading, edits, cluster)
  return {
    anchor: cluster === 0 ? 'change' : `change ${folderOf(files[0] ?? '')}`,
    type: joins?.type ?? typeOf(reading, edits, title, solved !== undefined),
    title,
    narrative: narrativeOf(reading, title, solved),
    facts: [
      ...commits.map(commitFact),
      ...chainFacts(solved),
      ...editFacts(edits, files, root),
      ...runTotals(turn.calls),
      ...account.deeds.slice(0, 3),
    ],
    concepts: solved === undefined ? ['what-changed', ...whyOf(reading)] : ['problem-solution', 'what-changed'],
    filesModified: joins?.filesModified ?? files,
    evidence: cluster === 0 ? tellingEvents(reading, turn.calls) : [...edits],
  }
}

/** A title; a small change to what was changed just before, which says nothing by itself, joins that one's record. */
function titleOf(reading: TurnReading, edits: readonly TurnEvent[], cluster: number) {
  const { account, aim, root, turn, known } = reading
  const files = filesModifiedIn(edits)
  const symbols = symbolsIn(edits, files[0])
  if (cluster > 0) {
    return { title: withFile(deedAbout(reading, files) ?? `Change ${symbols.join(', ') || 'files'}`, files, root) }
  }
  const commits = commitsIn(turn.calls).map(plainSubject)
  const { text, score } = changeTitle(aim, account, {
    symbols,
    files,
    root,
    commits,
    documented: documentedIn(edits, files),
  })
  const before = score >= TELLING ? undefined : lastChange(known, turn.agentId)
  const joins = files.every((file) => before?.filesModified.includes(file)) ? before : undefined
  return { title: joins?.title ?? text, joins }
}

/** The headings that edits of documents alone added. */
function documentedIn(edits: readonly TurnEvent[], files: readonly string[]): string[] {
  if (!files.every((file) => /\.mdx?$/i.test(file))) return []
  const added = edits.flatMap(({ input }) => (input ?? '').split('\n', 400))
  return added
    .flatMap((line) => /^\+\s*(?:#{1,6}\s+|(?:[-*]\s+)?\*\*)([^*#\n]{6,90})/.exec(line)?.[1] ?? [])
    .slice(0, 2)
}

/** The newest change of a session. */
function lastChange(known: readonly Observation[], agentId: string | undefined): Observation | undefined {
  const changes = known.filter((each) => each.filesModified.length > 0 && each.agentId === agentId)
  return changes.reduce<Observation | undefined>((last, each) => (last && last.at > each.at ? last : each), undefined)
}

const whyOf = ({ account }: TurnReading) => (account.causes.length > 0 ? (['why-it-exists'] as const) : [])

/** A failure within larger work that an edit put right. */
function repairFinding(reading: TurnReading, chain: Chain): ObservationDraft {
  const files = filesModifiedIn(chain.edits)
  const command = commandOf(chain.failure)
  const testsOnly = files.every((file) => BESIDE.test(file))
  return {
    anchor: [chain.failure.id, chain.outcome?.check].filter(Boolean).join(' '),
    type: testsOnly ? 'change' : 'bugfix',
    title: withFile(`${testsOnly ? 'Adjust tests:' : 'Fix'} ${errorIn(chain)}`, files, reading.root),
    narrative: [
      `\`${command}\` failed: ${chain.error}.`,
      `It passed after edits to ${files
        .map((file) => relativePath(file, reading.root))
        .slice(0, 4)
        .join(', ')}.`,
      causeAbout(reading, chain),
    ]
      .filter(Boolean)
      .join(' '),
    facts: [...chainFacts(chain), ...editFacts(chain.edits, files, reading.root)],
    concepts: ['problem-solution', 'gotcha'],
    filesModified: files,
    evidence: [chain.failure, ...chain.edits, ...(chain.recovery === undefined ? [] : [chain.recovery])],
  }
}

function errorIn(chain: Chain): string {
  const [error, test] = [errorAsTitle(chain.error), inTest(chain)]
  return error.length + test.length <= 84 ? error + test : shorten(error, 80)
}

/** ` in TestName`: the first test that failed, where the runner names it and the error does not. */
function inTest({ outcome, error }: Chain): string {
  const name = /^[^\s(]{3,60}/.exec(outcome?.failing?.[0] ?? '')?.[0]
  return name === undefined || error.includes(name) ? '' : ` in ${name}`
}

/** An error line without its place and its runner's marks. */
const errorAsTitle = (error: string): string =>
  bare(error.replace(/^(?:\S+:\d+(?::\d+)?:?\s*)+/, '').replace(/^(?:error(?:\[\w+\])?:|E\s|✗|×|●|--- )\s*/i, '')) ||
  bare(error)

/** The agent's sentence on the cause, where it shares a word with the error that is no common one. */
function causeAbout({ account }: TurnReading, chain: Chain): string {
  const words = new Set(chain.error.match(/[A-Za-z_]\w{5,}/g) ?? [])
  return account.causes.find((cause) => (cause.match(/[A-Za-z_]\w{5,}/g) ?? []).some((word) => words.has(word))) ?? ''
}

/** Work done by commands alone (`git mv`, a generator), told only where the agent says what it did. */
function movedByShell(reading: TurnReading): ObservationDraft[] {
  const { account, turn, aim } = reading
  const runs = deedsByShell(turn.calls).filter((call) => checkOfEvent(call) === undefined)
  if (runs.length === 0 || account.deeds.length === 0 || aim.intent.kind === 'question') return []
  const commits = commitsIn(turn.calls)
  const { text: title, score } = changeTitle(aim, account, {
    symbols: [],
    files: [],
    commits: commits.map(plainSubject),
  })
  if (score < TELLING) return []
  return [
    {
      anchor: 'change',
      type: typeOf(reading, [], title, false),
      title,
      narrative: narrativeOf(reading, title),
      facts: [
        ...commits.map(commitFact),
        ...runs.slice(0, 4).map((run) => `Ran: ${commandOf(run)}`),
        ...account.deeds.slice(0, 4),
      ],
      concepts: ['what-changed'],
      filesModified: [],
      evidence: tellingEvents(reading, turn.calls),
    },
  ]
}

/** What a record rests on: edits, failures, checks and what was read, and the agent's last word. */
export function tellingEvents({ turn }: TurnReading, calls: readonly TurnEvent[]): TurnEvent[] {
  const said = turn.events.filter(({ name }) => name === 'Stop' || name === 'SubagentStop')
  return [
    ...calls.filter((call) => call.filesModified.length + call.filesRead.length > 0 || call.body.looks !== true),
    ...said,
  ]
}

/** Two to five sentences: what was asked, what was found and done, and how it was checked. */
export function narrativeOf(reading: TurnReading, title: string, solved?: Chain): string {
  const { account, aim, turn } = reading
  const asked = turn.prompts.length > 0 && aim.asked !== '' ? `Asked: ${shorten(aim.asked, 200)}.` : ''
  const failed =
    solved === undefined
      ? ''
      : `\`${commandOf(solved.failure)}\` failed with: ${solved.error}; it passed after the edits.`
  const told = unrefuted([...account.causes.slice(0, 1), ...account.points], turn.calls)
  const said = told.filter((point) => bare(point) !== title)
  const points = [...new Set(said)]
    .slice(0, solved === undefined ? 4 : 3)
    .map((point) => (/[.!?]$/.test(point) ? point : `${point}.`))
  return [asked, failed, ...points].filter(Boolean).join(' ').replace(/\?\./g, '?')
}

function chainFacts(chain?: Chain): string[] {
  if (chain === undefined) return []
  const { failure, recovery, outcome, error } = chain
  const exit = failure.exitCode === undefined ? '' : ` (exit ${failure.exitCode})`
  return [`${FAILURE_FACT}${commandOf(failure)} → ${error}${exit}`, passedFact(recovery, outcome?.check)].filter(
    Boolean,
  )
}

function passedFact(recovery: TurnEvent | undefined, check: string | undefined): string {
  if (recovery === undefined) return ''
  const result = recovery.checks?.find((each) => each.check === check && each.status === 'pass')
  return `Passed: ${result === undefined ? commandOf(recovery) : resultOf(result)}`
}

/** `src/range.py: parse_range (+3 −1)`, the largest first. */
function editFacts(edits: readonly TurnEvent[], files: readonly string[], root?: string): string[] {
  return files.slice(0, 4).map((file) => {
    const own = edits.filter(({ filesModified }) => filesModified.includes(file))
    const lines = own.flatMap(({ input }) => (input ?? '').split('\n'))
    const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
    const names = symbolsIn(own, file).join(', ')
    const written = own.some(({ body }) => (body.act as { kind?: string } | undefined)?.kind === 'write')
    const size = written && count('+') === 0 ? `${lines.length} lines written` : `+${count('+')} −${count('-')}`
    return `${relativePath(file, root)}: ${names === '' ? size : `${names} (${size})`}`
  })
}

const symbolsIn = (edits: readonly TurnEvent[], file?: string): string[] =>
  symbolsOf(
    edits
      .filter(({ filesModified }) => file === undefined || filesModified.includes(file))
      .map(({ input }) => input ?? '')
      .join('\n'),
    4,
  )

/** The agent's sentence on one of these files. */
function deedAbout({ account }: TurnReading, files: readonly string[]): string | undefined {
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1))
  return [...account.deeds, ...account.points].find((deed) => names.some((name) => deed.includes(name)))
}
