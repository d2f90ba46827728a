const MAX_LINES = 400
const MAX_LINE = 200

/** The line of a legible text that says first what was wrong; undefined where none does. Linear. */
export function errorLine(text: string): string | undefined {
  const lines = text
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, 2 * MAX_LINE).trim())
    .filter((line) => line.length > 2 && !SAYS_NOTHING.test(line))
  for (const sign of SIGNS) {
    const found = lines.find((line) => sign.test(line))
    if (found !== undefined) return found.slice(0, MAX_LINE)
  }
  return undefined
}

const SAYS_NOTHING = /\[no test files\]|ERROR task failed|^exit code \d+$/i

/** Most telling first: a place in a file with a message, an exception, what could not start, whatever names an error. */
const SIGNS: readonly RegExp[] = [
  /^[\w./-]{1,200}\.\w{1,5}:\d+:(?:\d+: *\S| *fatal )/,
  // What a test only logs stands at a place too
  /^[\w./-]{1,200}\.\w{1,5}:\d+: .{0,160}\b(?:want(?:ed)?|expected|got|could not|should|incorrect(?:ly)?|not|missing|unexpected|undefined|fail(?:ed|s)?)\b/i,
  /^(?:fatal|error)(?:\[\w+\])?: \S/i,
  /^(?:\w+\.){0,8}\w{0,60}(?:Error|Exception)(?::|$)/,
  /^(?:panic:|thread '.{1,80}' panicked)/,
  /\b(?:command not found|no such file|cannot find|not found|no rule to make|permission denied|unrecognized|unknown option|refused|timed out|missing|no tests?)\b/i,
  /^[\w./-]{1,200}\.\w{1,5}:\d+: *\S/,
  /\b(?:error|failed|failure)\b/i,
]
