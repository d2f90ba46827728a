/** A prefix on fewer lines than this may be part of what was printed. */
const ENOUGH = 3

/**
 * What runners of several scripts put before each line: turbo `pkg:task: `, concurrently `[0] `, pnpm `packages/a test: `,
 * docker compose `app-1  | `. Levels (`[INFO] `), steps (`[3/4] `), places (`a.c:3: `) and mise's verdict are no prefixes.
 */
const PREFIX =
  /^(?:[\w@./-]{1,80}:[a-zA-Z][\w:-]{0,60}: |\[(?!\d+\/\d+\]|(?:info|error|warn|warning|success|debug|junit|javac|gw\d+)\] )[a-z0-9][\w:@/.-]{0,40}\]:? (?!ERROR task failed)|[\w@.-]{0,40}\/[\w@./-]{0,80} [\w:-]{1,60}: |[\w.-]{1,60}[-_]\d+ +\| )/

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /gm

/** The text without the prefixes of a streamed run, so that totals stand at the start of their line. Linear. */
export function withoutStreamPrefixes(text: string): string {
  const lines = text.replace(TIMESTAMP, '').split('\n')
  const prefixes = lines.map((line) => PREFIX.exec(line)?.[0])
  const counts = new Map<string, number>()
  for (const prefix of prefixes) if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return lines
    .map((line, at) => {
      const prefix = prefixes[at]
      return prefix !== undefined && (counts.get(prefix) ?? 0) >= ENOUGH ? line.slice(prefix.length) : line
    })
    .join('\n')
}
