import { pattern } from '@hindcast/text/late.ts'

/** There was nothing to run, or nothing was chosen. */
const EMPTY = [
  '^No tests? (?:files? )?found|no tests ran in|NO TESTS RAN|No tests were (?:found|executed)|No tests executed!',
  '^Error: No test(?:s| files) found|^error: No test modules found|^ *✘ (?:No tests found in|Couldn.t find any files)',
  String.raw`did not match any test files|^error: regex "[^\n]{1,80}" matched 0 tests|^=* ?\d+ deselected in `,
  '^Incomplete: No specs found|no spec files were found|^No test configuration file found|Executed 0 of 0 ERROR',
  '^No files matching the pattern|^No files found to lint|^Oops! Something went wrong|No tests matching pattern',
  String.raw`^ok {2}\t\S+\t[^\n]{0,40}\[no tests to run\]$|^running 0 tests$|^No test matches the given testcase filter|^All tests have been excluded\.?$|^No test suites? found|^0 tests? (?:found|to run)`,
]

/** The check never ran to a verdict: wrong words, no such program. */
const VOID = [
  String.raw`^(?:[^\n]{0,80}: )?(?:command not found|not found|No such file or directory|No module named [^\n]{1,80})$`,
  // Wrong words
  String.raw`^usage: |^(?:\S+: )?error: (?:unrecognized|unknown|unexpected) |^error: unrecognized subcommand|Unknown option\b`,
  String.raw`^error TS(?:5\d{3}|6053|18003): |^error: could not find |^error: package ID specification`,
  String.raw`^(?:npm (?:ERR!|error)) Missing script|^error: Script not found|^error Command "[^\n]{1,80}" not found`,
  String.raw`^ ?ERR_PNPM_(?:NO_SCRIPT|RECURSIVE_EXEC_NO_PACKAGE)|: \*\*\* No rule to make target|^error: Justfile does not`,
  String.raw`^Target "[^\n]{1,80}" does not exist|^Task '[^\n]{1,80}' not found in |Unknown lifecycle phase`,
  `^ERROR: unknown environment|^Don't know how to build task|^Cannot open file "|^Could not find '|^Bail out!`,
]

/** The test run stopped before any test ran. */
const UNTESTED = [
  'errors? during collection|^ImportError: Failed to import test module|^ Exception during run: ',
  String.raw`Test suite failed to run|^ *Tests +no tests$|\[(?:build|setup) failed\]|^error: could not compile `,
  String.raw`^error: Type checking failed\.`,
]

/** What task runners print when a task, which they name, exits non-zero. */
const TASK = [
  String.raw`\[([^\]\n]{1,80})\] ERROR task failed`,
  String.raw`npm (?:ERR!|error) (?:code ELIFECYCLE|Lifecycle script (?:.([^\n]{1,80}?). )?failed)`,
  ' ?ELIFECYCLE ',
  String.raw`error Command failed with exit code \d`,
  'error: Recipe `([^`\\n]{1,80})` failed',
  String.raw`error: script "([^"\n]{1,80})" exited with code`,
  String.raw`ERROR: "([^"\n]{1,80})" exited with \d`,
  String.raw`Script ([^\n]{1,80}?) (?:handling the \S{1,40} event )?returned with error code`,
  String.raw`task: Failed to run task "([^"\n]{1,80})"`,
  'lerna ERR! ',
  'rake aborted!',
]

const EMPTIES = pattern(EMPTY.join('|'), 'm')
const VOIDS = pattern([...EMPTY, ...VOID].join('|'), 'm')
const MISSING = 'command not found'
const UNTESTEDS = pattern(UNTESTED.join('|'), 'm')
const TASKS = pattern(`^(?:${TASK.join('|')})`, 'gm')

/** The output says that the check could not run. */
export const saysVoid = (text: string): boolean => text.includes(MISSING) || VOIDS().test(text)

/** The output says that there was nothing to run. */
export const saysEmpty = (text: string): boolean => EMPTIES().test(text)

/** The output says that no test was run. */
export const saysUntested = (text: string): boolean => UNTESTEDS().test(text)

/** A task runner says that a task failed; `of`: a task with one of these names. */
export function saysTaskFailed(text: string, of?: readonly string[]): boolean {
  for (const match of text.matchAll(TASKS())) {
    const name = match.slice(1).find((group) => group !== undefined)
    if (of === undefined || (name !== undefined && of.includes(name))) return true
  }
  return false
}
