import { relativePath } from '@hindcast/text/paths.ts'
import { type Chain, checkOfEvent, checkResult, shownCommand } from './failures.ts'
import { FAILURE_FACT } from './merge.ts'
import { bare, shorten } from './prose.ts'
import { BESIDE, filesModifiedIn, type ObservationDraft, type TurnReading } from './reading.ts'
import { titleWithFile } from './title.ts'
import type { TurnEvent } from './turns.ts'

const MAX_REPAIRS = 3

/** Failures fixed in the course of larger work, one finding each. */
export const repairsOf = (reading: TurnReading): ObservationDraft[] =>
  reading.chains
    .filter((chain) => isSolved(chain) && isLesson(chain))
    .slice(0, MAX_REPAIRS)
    .map((chain) => repairFinding(reading, chain))

/** Whether a failing run passed after edits. */
export const isSolved = (chain: Chain): boolean =>
  chain.recovery !== undefined && chain.edits.length > 0 && chain.error !== ''

/** Totals and assertion mismatches do not say what was wrong. */
const BARE =
  /^(?:\d+ (?:failed|passed|errors?|tests?)\b|(?:\w+ ){1,2}\d* ?(?:failed|error)$|expected\b|received\b|want\b|got\b|exit (?:code|status)\b|tests? failed)/i

/** Slips caught at once by a compiler or linter are recorded with the change itself. */
const isLesson = ({ failure, outcome, error }: Chain): boolean =>
  !/^(?:build|lint|types)$/.test(outcome?.check ?? checkOfEvent(failure) ?? '') &&
  !/^FAIL\b|\bundefined: |^\S+:\d+:\d+:/.test(error) &&
  !BARE.test(errorAsTitle(error))

/** A failure within larger work that an edit fixed. */
function repairFinding(reading: TurnReading, chain: Chain): ObservationDraft {
  const files = filesModifiedIn(chain.edits)
  const command = shownCommand(chain.failure)
  const testsOnly = files.every((file) => BESIDE.test(file))
  return {
    anchor: [chain.failure.id, chain.outcome?.check].filter(Boolean).join(' '),
    type: testsOnly ? 'change' : 'bugfix',
    title: titleWithFile(`${testsOnly ? 'Adjust tests after' : 'Fix'} "${errorIn(chain)}"`, files, reading.root),
    titledBy: 'observed',
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

/** ` in TestName`: the first failing test, if the runner names it and the error does not. */
function inTest({ outcome, error }: Chain): string {
  const name = /^[^\s(]{3,60}/.exec(outcome?.failing?.[0] ?? '')?.[0]
  return name === undefined || error.includes(name) ? '' : ` in ${name}`
}

/** An error line without its location and the runner's markers. */
const errorAsTitle = (error: string): string =>
  bare(error.replace(/^(?:\S+:\d+(?::\d+)?:?\s*)+/, '').replace(/^(?:error(?:\[\w+\])?:|E\s|✗|×|●|--- )\s*/i, '')) ||
  bare(error)

/** The agent's sentence about the cause, if it shares an uncommon word with the error. */
function causeAbout({ account }: TurnReading, chain: Chain): string {
  const words = new Set(chain.error.match(/[A-Za-z_]\w{5,}/g) ?? [])
  return account.causes.find((cause) => (cause.match(/[A-Za-z_]\w{5,}/g) ?? []).some((word) => words.has(word))) ?? ''
}

/** The failing command with its error, and the later run that passed. */
export function chainFacts(chain?: Chain): string[] {
  if (chain === undefined) return []
  const { failure, recovery, outcome, error } = chain
  const exit = failure.exitCode === undefined ? '' : ` (exit ${failure.exitCode})`
  return [`${FAILURE_FACT}${shownCommand(failure)} → ${error}${exit}`, passedFact(recovery, outcome?.check)].filter(
    Boolean,
  )
}

function passedFact(recovery: TurnEvent | undefined, check: string | undefined): string {
  if (recovery === undefined) return ''
  const result = recovery.checks?.find((each) => each.check === check && each.status === 'pass')
  return `Passed: ${result === undefined ? shownCommand(recovery) : checkResult(result)}`
}

/** `src/range.py: parse_range (+3 −1)`, largest first. */
export function editFacts(edits: readonly TurnEvent[], files: readonly string[], root?: string): string[] {
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

/** Names declared by edits of a file, or of all files. */
export const symbolsIn = (edits: readonly TurnEvent[], file?: string): string[] =>
  symbolsOf(
    edits
      .filter(({ filesModified }) => file === undefined || filesModified.includes(file))
      .map(({ input }) => input ?? '')
      .join('\n'),
    4,
  )

/**
 * Names that a patch or a text declares: added or changed ones, then `removed NAME` for deleted declarations, then the
 * enclosing declarations of other changes. At most `max`.
 */
export function symbolsOf(patch: string, max: number): string[] {
  const [added, removed, around] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let enclosing = ''
  for (const line of patch.split('\n', 2000)) {
    const name = declared(line.replace(/^[-+ ]/, ''))
    const sign = line[0]
    if (name !== undefined) enclosing = name
    if (name !== undefined && sign === '-') removed.add(name)
    else if (name !== undefined && sign === '+') added.add(name)
    else if (enclosing !== '' && (sign === '+' || sign === '-')) around.add(enclosing)
  }
  const gone = [...removed].filter((name) => !added.has(name)).map((name) => `removed ${name}`)
  const kept = [...around].filter((name) => !removed.has(name) || added.has(name))
  return [...new Set([...added, ...gone, ...kept])].slice(0, max)
}

/** The name declared by a line of code, or the heading of a document. */
function declared(line: string): string | undefined {
  if (line.length > 400) return undefined
  const name = DECLARATIONS.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
  return name === undefined || KEYWORDS.has(name) ? undefined : name
}

const DECLARATIONS: readonly RegExp[] = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|protected\s+|static\s+|async\s+|abstract\s+|pub(?:\([a-z]+\))?\s+|unsafe\s+|inline\s+)*(?:function\*?|def|fn|fun|func|sub|proc|macro_rules!)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_$][\w$]*[?!]?)/,
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|abstract\s+|final\s+|sealed\s+|data\s+|pub\s+)*(?:class|interface|trait|struct|enum|impl|module|protocol|object|record|type)\s+([A-Z][\w$]*)/,
  /^\s*(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]{1,120})?=\s*(?:async\s*)?(?:\([^)]{0,120}\)|[\w$]+)\s*(?::[^=]{1,80})?=>/,
  /^(?:export\s+)?(?:const|var)\s+([A-Z_][A-Za-z0-9_]{2,})\b/,
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|INDEX)\s+(?:IF NOT EXISTS\s+)?([\w.]+)/i,
]

const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'return', 'catch', 'constructor', 'new'])
