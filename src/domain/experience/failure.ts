import type { CheckOutcome } from '../checks/outcome.ts'
import { visible } from '../quote.ts'

/** How a failure is recognised when it happens again. */
export interface FailureMark {
  /** The error without what differs from run to run; empty if it names no error. */
  readonly print: string
  /** The type of error: `ModuleNotFoundError`, `TS2304`, `panic`; the beginning of the print if it has no type. */
  readonly type: string
  /** What the error is about: the names that it quotes. */
  readonly about: readonly string[]
  /** The failing tests. */
  readonly tests: readonly string[]
}

/** The mark of a failed check. */
export function markOf({ error = '', failing = [] }: Pick<CheckOutcome, 'error' | 'failing'>): FailureMark {
  const print = fingerprint(error)
  return { print, type: errorType(print), about: namesInError(error), tests: failing.map(testName) }
}

/** A mark as a record keeps it, beside the failing tests; undefined if it names no error. */
export const keptMark = ({ print, about }: FailureMark): string | undefined =>
  print === '' ? undefined : [print, ...about].join(BETWEEN)

/** The mark that a record keeps. */
export function markIn(kept: string | undefined, failing: readonly string[]): FailureMark {
  const [print = '', ...about] = (kept ?? '').split(BETWEEN)
  return { print, type: errorType(print), about, tests: failing.map(testName) }
}

const BETWEEN = ' | '

/**
 * An error without what differs from run to run: colours, times, addresses, paths, quoted values, hex, temporary names
 * and numbers. Equal texts are the same error.
 */
export function fingerprint(error: string): string {
  const bare = REPLACED.reduce((text, [what, by]) => text.replace(what, by), visible(error).slice(0, LONGEST))
  return bare
    .replace(/\s+/g, ' ')
    .replace(LEADING, '')
    .replace(/[\s.,;:]+$/, '')
    .slice(0, MAX_PRINT)
}

const LONGEST = 1000
const MAX_PRINT = 160
/** What a runner prints before the message. */
const LEADING = /^(?:[\s:>|•●✗×✕⨯·-]+|(?:E|FAIL|FAILED|ERROR)(?=\s{1,3}[<\w]))+\s*/

/** In this order: a time contains numbers, a path may contain a time. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s'"`)\]>]+/gi, '<url>'],
  [/(?<!\w)(?:"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|'[^'\n]*'|‘[^’\n]*’)(?!\w)/g, '<value>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/(?:\b[A-Za-z]:)?(?:[\w.@+~<>-]*[\\/])+[\w.@+~<>-]*(?::\d+){0,2}/g, '<path>'],
  [/\b[\w+-]+\.[a-z]\w{0,4}(?::\d+){1,2}/gi, '<path>'],
  [/\b(?:tmp|temp)[\w.-]*\b/gi, '<path>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<hex>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/gi, '<hex>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/(?<![A-Za-z\d])[-+]?\d+(?:[.,_]\d+)*(?:e[-+]?\d+)?(?:ns|µs|us|ms|s|m|h|[kMG]i?B|B|%)?(?![A-Za-z\d])/g, '<n>'],
  // The number of an error's code says which error it is
  [/(?<![A-Z\d])(?![A-Z]{1,8}\d{2,6}\b)(\w*?[A-Za-z_])\d+/g, '$1<n>'],
]

/** The type of an error, by its code, the name of an exception, or else the first words of its print. */
export function errorType(error: string): string {
  const text = visible(error).slice(0, LONGEST)
  const code = CODE.exec(text)?.[0]
  if (code !== undefined) return code
  const name = NAMED.exec(text)?.[0] ?? SAID.exec(text)?.[0].toLowerCase()
  return name ?? fingerprint(error).split(' ').slice(0, 4).join(' ')
}

/** `TS2304`, `E0425`, `CS1002`, `ENOENT`. */
const CODE = /\b(?:[A-Z]{1,4}\d{3,5}|E[A-Z]{4,12})\b/
const NAMED = /\b[A-Z]\w{0,60}(?:Error|Exception|Failure|Fault)\b/
const SAID =
  /\b(?:panic|segmentation fault|deadlock|timed? ?out|command not found|permission denied|connection refused)\b/i

/** The names that an error quotes or ends with after a colon: identifiers, modules, files without their folders. */
export function namesInError(error: string): readonly string[] {
  const quoted = [...visible(error).slice(0, LONGEST).matchAll(QUOTED)].map(
    (match) => match.slice(1).find(Boolean) ?? '',
  )
  const names = quoted.map((text) => text.replace(/^.*[\\/](?=.)/, '')).filter((text) => NAME.test(text))
  return [...new Set(names)].slice(0, 8)
}

const QUOTED = /(?<!\w)(?:"([^"\n]{1,80})"|“([^”\n]{1,80})”|`([^`\n]{1,80})`|'([^'\n]{1,80})'|‘([^’\n]{1,80})’)(?!\w)/g
const NAME = /^(?=.*[A-Za-z]{2})[\w.@$:#<>()-]{2,60}$/

/** Whether a line of an output is the same error: what a passing run prints, too, is not what made another fail. Linear. */
export function standsIn(error = '', output = ''): boolean {
  const [word] = (error.match(/[A-Za-z_]{4,}/g) ?? []).toSorted((a, b) => b.length - a.length)
  if (word === undefined) return false
  const print = fingerprint(error)
  return output.split('\n').some((line) => line.includes(word) && fingerprint(line) === print)
}

/** A test's name as runners repeat it: without a duration or a count after it. */
export const testName = (name: string): string =>
  name
    .replace(/\s*[([]?\d+(?:\.\d+)? ?(?:ms|s|m)[)\]]?$/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether both name one test; one of them may leave out the file or the suite. */
export function isSameTest(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return (
    short === long || (short.length > 2 && long.endsWith(short) && /[\s/:.>›#\\]$/.test(long.slice(0, -short.length)))
  )
}

/**
 * Whether one failure is another again: the same error about the same things or, for errors that say too little, the same
 * test failing with the same type of error.
 */
export function isSameFailure(one: FailureMark, other: FailureMark): boolean {
  if (one.type !== other.type) return false
  const test = one.tests.some((name) => other.tests.some((its) => isSameTest(name, its)))
  if (test && one.type !== '') return true
  return one.print === other.print && isDistinctive(one.print) && isAboutSame(one.about, other.about)
}

const isAboutSame = (some: readonly string[], others: readonly string[]): boolean =>
  (some.length === 0 && others.length === 0) || some.some((name) => others.includes(name))

/** Whether a print says enough to recognise an error by: more than that two values differ. */
export function isDistinctive(print: string): boolean {
  const words = print.match(/(?<![<\w])[A-Za-z_]\w{2,}/g) ?? []
  return words.filter((word) => !PLAIN.has(word.toLowerCase())).length >= TELLING_WORDS
}

const TELLING_WORDS = 2
/** Words of any failure. */
const PLAIN = new Set(
  `error errors err failed fail failure failures fails failing test tests assert assertion assertionerror assertionfailederror
  expected expect expecting received actual got want wanted but was were not equal equals equality equivalent match matching mismatch
  true false null none nil undefined the and with for from than then line column code exit exited status process command
  value values should have has had did does found exception traceback deeply strictly strict object array string number
  called calls times call toequal tobe left right different assertequal sigterm sigkill npm err run script module file
  comparison contain contains include includes tocontain tohavelength length`.split(/\s+/),
)
