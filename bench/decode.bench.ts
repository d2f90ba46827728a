import claudeCode from '../src/wire/claude-code/index.ts'

/**
 * How long decoding takes, in microseconds, by payload. One JSON line per arm: median of the rounds' means, and their spread.
 * `a` and `a'` are the same work (an A/A arm): their difference is the noise.
 */
const ROUNDS = 15
const MEGABYTE = 1_048_576
const line = 'src/app.ts:12:  const total = items.reduce((sum, item) => sum + item.price, 0) // <b>done</b>\n'

const envelope = {
  session_id: '41c1cb91-b537-4a4e-8004-f06e1b842891',
  transcript_path: '/home/dev/.claude/projects/-home-dev-app/41c1cb91-b537-4a4e-8004-f06e1b842891.jsonl',
  cwd: '/home/dev/app/sub',
  prompt_id: '81c88ec5-e2f8-401f-9cdc-126f95e15d53',
  permission_mode: 'acceptEdits',
  effort: { level: 'medium' },
}
const call = { tool_name: 'Bash', tool_input: { command: 'npm test -- --run', description: 'Run the tests' } }
const arms: readonly (readonly [string, unknown, number])[] = [
  ['PreToolUse', { ...envelope, ...call, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' }, 5_000],
  ['PostToolUse 4 KB', result(4_096), 2_000],
  ['PostToolUse 1 MB', result(MEGABYTE), 10],
]

for (const [payload, value, times] of arms) {
  measure(value, times)
  const rounds = Array.from({ length: ROUNDS }, () => [measure(value, times), measure(value, times)] as const)
  report(
    payload,
    'a',
    rounds.map(([first]) => first),
  )
  report(
    payload,
    "a'",
    rounds.map(([, second]) => second),
  )
}

function result(size: number): unknown {
  const stdout = line.repeat(Math.ceil(size / line.length)).slice(0, size)
  const response = { stdout, stderr: '', interrupted: false, isImage: false }
  return { ...envelope, ...call, hook_event_name: 'PostToolUse', tool_use_id: 'toolu_1', tool_response: response }
}

/** Mean microseconds of one decode. */
function measure(payload: unknown, times: number): number {
  const start = process.hrtime.bigint()
  for (let n = 0; n < times; n++) claudeCode.decode(payload, { now: n, via: 'hook' })
  return Number(process.hrtime.bigint() - start) / 1_000 / times
}

function report(payload: string, arm: string, rounds: readonly number[]): void {
  const sorted = rounds.toSorted((a, b) => a - b)
  const [least, median, most] = [0, sorted.length >> 1, sorted.length - 1].map(
    (at) => Math.round((sorted[at] ?? 0) * 10) / 10,
  )
  process.stdout.write(
    `${JSON.stringify({ bench: 'decode', payload, arm, us: median, least, most, node: process.version })}\n`,
  )
}
