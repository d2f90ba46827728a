import * as z from 'zod'

/** One setting: its schema, what it is when nobody says otherwise, and one sentence for people. */
export interface KeySpec<T = unknown> {
  readonly schema: z.ZodType<T>
  readonly fallback: T
  readonly sentence: string
  /** Older documented names of the environment variable. */
  readonly aliases?: readonly string[]
}

const key = <T>(schema: z.ZodType<T>, fallback: T, sentence: string, aliases?: readonly string[]): KeySpec<T> => ({
  schema,
  fallback,
  sentence,
  ...(aliases && { aliases }),
})

/** A number, also as text; unlike a coercion it takes no blank, list or switch for one. */
const number = (within: z.ZodNumber) =>
  z.preprocess((raw) => (typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw), within)
const whole = (min: number, max: number) => number(z.number('is no number').int('is no whole number').min(min).max(max))
const fraction = (min: number, max: number) => number(z.number('is no number').min(min).max(max))
const flag = z.preprocess((raw) => switches.get(String(raw).toLowerCase()), z.boolean('is neither true nor false'))
const switches = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
])
const list = z.preprocess(
  (raw) =>
    typeof raw === 'string'
      ? raw
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean)
      : raw,
  z.array(z.string(), 'is no list of words'),
)

/** Every key of config.yaml. `behaviours.<name>` is open: each behaviour has its switch. */
export const schema = {
  enabled: key(flag, true, 'Capture and speak at all.', ['HOOKS_ENABLED']),
  port: key(whole(0, 65_535), 37_777, 'The loopback port to listen on; the next free one if it is taken; 0 for any.'),
  'daemon.idleMinutes': key(fraction(0.01, 10_080), 10, 'How long the daemon stays after the last client is gone.'),
  contextObservations: key(whole(0, 500), 50, 'How many observations a session is told of at its start, at most.', [
    'CLAUDE_MEM_CONTEXT_OBSERVATIONS',
  ]),
  contextSummaries: key(whole(0, 50), 10, 'How many summaries of sessions are told of at the start, at most.'),
  'tokenBudget.sessionStart': key(whole(0, 20_000), 2_000, 'Tokens that may be told at the start of a session.'),
  'tokenBudget.prompt': key(whole(0, 20_000), 2_000, 'Tokens that may be told at a prompt.'),
  'prompt.depth': key(
    z.enum(['rich', 'light', 'off'], 'is none of rich, light, off'),
    'rich',
    'What a prompt is told of earlier work that fits it: titles with a line each (rich), titles alone (light), nothing (off).',
  ),
  'prompt.limit': key(whole(0, 100), 20, 'How many earlier records a prompt is told of, at most.'),
  'standing.enabled': key(
    flag,
    true,
    'Whether a session is told at its start what was decided, found to beware of or remembered here, and still holds.',
  ),
  'import.exclude': key(
    list,
    [],
    'Transcripts that are never read: globs of their paths, or of the folders they began in.',
  ),
  'embedder.enabled': key(
    flag,
    true,
    'Whether search also goes by what is meant, with a model on this machine that is loaded when it is needed.',
  ),
  skipTools: key(
    list,
    ['ListMcpResourcesTool', 'SlashCommand', 'Skill', 'TodoWrite', 'AskUserQuestion'],
    'Tools whose calls are not kept.',
  ),
  'significance.min': key(fraction(0, 1), 0.3, 'From which significance (0–1) an event may be observed.', [
    'SIGNIFICANCE_THRESHOLD',
  ]),
  'outcome.extraCommands': key(
    list,
    [],
    'Further commands that test the work, by the words they begin with: ./ci.sh, just verify.',
  ),
  'limits.memoryMb': key(
    whole(0, 1_048_576),
    512,
    'Free memory in MB that should be left: at a quarter more and at this, a session is told; 0: never.',
  ),
  'limits.agents': key(
    whole(0, 1_000),
    10,
    'Subagents of a session at a time: at 80 % of them and at all, it is told; 0: never.',
  ),
  'failures.max': key(whole(1, 100), 3, 'Failures in a row after which a behaviour is switched off.'),
  'queue.batch': key(whole(1, 1_000), 100, 'Jobs that the later lane takes at a time.', ['BATCH_SIZE']),
  'store.url': key(z.string(), '', 'The SQLite file that everything is kept in; empty: hindcast.db in HINDCAST_HOME.', [
    'DB_PATH',
  ]),
} as const

/** What `behaviours.<name>` takes. */
export const behaviourSwitch = key(flag, true, 'Whether this behaviour runs.')

/** A key of config.yaml, dotted. */
export type Key = keyof typeof schema
/** Every key with its value. */
export type Values = { readonly [K in Key]: (typeof schema)[K]['fallback'] }

/** The environment variable of a key: `tokenBudget.prompt` → HINDCAST_TOKEN_BUDGET_PROMPT. */
export const envName = (key: string): string =>
  `HINDCAST_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .replaceAll('-', '_')
    .toUpperCase()}`
