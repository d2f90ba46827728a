/** What a runner says of itself at the end of its output, in its own words; empty where it says nothing known. */
export function totalsOf(output: string): string {
  const tail = output.slice(-2000)
  const found = TOTALS.map((pattern) => pattern.exec(tail)?.[0]).find((text) => text !== undefined)
  return (
    found
      ?.replace(/[=\s]+/g, ' ')
      .trim()
      .slice(0, 100) ?? ''
  )
}

/** pytest, vitest and jest, cargo, node:test, go, mocha, golangci-lint; each line bounded. */
const TOTALS: readonly RegExp[] = [
  /\b\d+ (?:passed|failed)[^\n]{0,60} in [\d.]+ ?m?s\b/,
  /Tests:?\s+\d[^\n]{0,80}\b(?:passed|failed|total)\b[^\n]{0,20}/,
  /test result: \w+\. \d+ passed; \d+ failed/,
  /# pass \d+/,
  /\b\d+ passing\b/,
  /DONE \d+ tests[^\n]{0,40}/,
  /\b\d+ issues?\.?$/m,
]
