import type { CheckOutcome } from '../checks/outcome.ts'

/**
 * A prediction in checkable form: `WHAT pass|fail`, then conditions. WHAT is a runner (`pytest`), a kind of check (`test`,
 * `build`, `lint`, `types`) or the first words of a command (`npm run test:unit`); without it, any check counts. A
 * condition is a count (`failed = 0`, `passed >= 12`) or `contains "text"`, which the output must include.
 *
 *     pytest test_cache.py passes
 *     npm test fails, failed <= 2, contains "timeout"
 */
export interface Expectation {
  /** Words that the run's command begins with, or a runner or a kind of check; empty: any run. */
  readonly what: readonly string[]
  readonly ends?: 'pass' | 'fail' | undefined
  readonly counts: readonly Count[]
  readonly contains: readonly string[]
}

interface Count {
  readonly of: (typeof COUNTED)[number]
  readonly is: (typeof COMPARED)[number]
  readonly number: number
}

const COUNTED = ['passed', 'failed', 'skipped', 'errors'] as const
const COMPARED = ['=', '<', '>', '<=', '>='] as const

/** An expectation, for errors and for help. */
export const EXPECT_EXAMPLE = '"pytest test_cache.py passes" or "npm test passes, skipped = 0"'

/** Reads an expectation; undefined if it is none. Linear. */
export function expectationIn(text: string): Expectation | undefined {
  const contains: string[] = []
  const counts: Count[] = []
  const rest = text
    .slice(0, MAX)
    .replace(/\bcontains\s+"([^"]{1,200})"/gi, (_, words: string) => consume(contains, words))
    .replace(
      /\b(passed|failed|skipped|errors)\s*(<=|>=|=|<|>)\s*(\d{1,9})/gi,
      (_, of: string, is: string, number: string) =>
        consume(counts, { of: of.toLowerCase() as Count['of'], is: is as Count['is'], number: Number(number) }),
    )
  const words = rest.split(/[\s,;]+/).filter((word) => word !== '' && word.toLowerCase() !== 'and')
  const ends = endIn(words.at(-1))
  const what = ends === undefined ? words : words.slice(0, -1)
  if (ends === undefined && counts.length === 0 && contains.length === 0) return undefined
  if (what.some((word) => endIn(word) !== undefined || /["<>=]/.test(word))) return undefined
  return { what, ends, counts, contains }
}

const MAX = 1000

function consume<T>(into: T[], one: T): string {
  into.push(one)
  return ' '
}

const endIn = (word: string | undefined): 'pass' | 'fail' | undefined =>
  /^pass(?:es)?\.?$/i.test(word ?? '') ? 'pass' : /^fails?\.?$/i.test(word ?? '') ? 'fail' : undefined

/**
 * How a run compares with an expectation; undefined if it is about another run, or if the run does not say. `output`: the
 * text that the run printed.
 */
export function expectationVerdict(
  expectation: Expectation,
  run: CheckOutcome,
  output: string,
): 'match' | 'mismatch' | undefined {
  if (!isAboutRun(expectation.what, run) || run.status === 'unknown') return undefined
  const says = expectation.contains.every((text) => output.includes(text))
  // A check that could not run tests no belief, unless its error was expected
  if (run.status === 'error')
    return expectation.contains.length > 0 && expectation.ends !== 'pass' && says ? 'match' : undefined
  const ended = run.status === 'pass' ? 'pass' : 'fail'
  if (expectation.ends !== undefined && expectation.ends !== ended) return 'mismatch'
  const counted = expectation.counts.map((count) => holdsCount(count, run))
  if (counted.includes(false)) return 'mismatch'
  if (counted.includes(undefined)) return undefined
  return says ? 'match' : 'mismatch'
}

function isAboutRun(what: readonly string[], { check, runner, command }: CheckOutcome): boolean {
  const [first = '', ...rest] = what.map((word) => word.toLowerCase())
  if (what.length === 0) return true
  if (what.length === 1 && (first === check || first === runner.toLowerCase())) return true
  const words = command.toLowerCase().split(/\s+/)
  const at = words.findIndex((word) => word === first || word.endsWith(`/${first}`))
  const isRunner = first === check || first === runner.toLowerCase()
  if (at < 0 && !isRunner) return false
  // The rest may name files and tests, in any order, among further options
  return rest.every((word) => words.some((own) => own === word || own.endsWith(`/${word}`) || own.startsWith(word)))
}

function holdsCount({ of, is, number }: Count, run: CheckOutcome): boolean | undefined {
  const counted = run[of]
  if (counted === undefined) return undefined
  switch (is) {
    case '=':
      return counted === number
    case '<':
      return counted < number
    case '>':
      return counted > number
    case '<=':
      return counted <= number
    case '>=':
      return counted >= number
  }
}
