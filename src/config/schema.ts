import * as z from 'zod'

/**
 * How a project's own file may change a setting: turn it `off`, `lower` or `raise` it, `shorten` a span of which 0 is the
 * longest, `add` to a list, or move along these choices, loosest first. A setting without one is the user's alone.
 */
export type Tightening = 'off' | 'lower' | 'raise' | 'shorten' | 'add' | readonly string[]

/** One setting: its schema, its default, and one sentence for people. */
export interface KeySpec<T = unknown> {
  readonly schema: z.ZodType<T>
  readonly fallback: T
  readonly sentence: string
  /** Older documented names of the environment variable. */
  readonly aliases?: readonly string[]
  readonly tightens?: Tightening
}

const key = <T>(
  schema: z.ZodType<T>,
  fallback: T,
  sentence: string,
  more: Pick<KeySpec, 'aliases' | 'tightens'> = {},
): KeySpec<T> => ({ schema, fallback, sentence, ...more })

/** A number, also as text; unlike a coercion it takes no blank, list or switch for one. */
const number = (within: z.ZodNumber) =>
  z.preprocess((raw) => (typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw), within)
const whole = (min: number, max: number) =>
  number(z.number('not a number').int('not a whole number').min(min, `less than ${min}`).max(max, `more than ${max}`))
const fraction = (min: number, max: number) =>
  number(z.number('not a number').min(min, `less than ${min}`).max(max, `more than ${max}`))
const flag = z.preprocess((raw) => switches.get(String(raw).toLowerCase()), z.boolean('neither true nor false'))
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
  z.array(z.string(), 'not a list of words'),
)
const DEPTHS = ['rich', 'light', 'off'] as const

/** Every key of config.yaml. `behaviours.<name>` is open: every behaviour has its switch. */
export const schema = {
  enabled: key(flag, true, 'Whether anything is captured and told at all.', {
    aliases: ['HOOKS_ENABLED'],
    tightens: 'off',
  }),
  port: key(whole(0, 65_535), 37_777, 'The loopback port to listen on; the next free one if it is taken; 0 for any.'),
  'daemon.idleMinutes': key(fraction(0.01, 10_080), 10, 'How long the daemon stays after the last client is gone.'),
  contextObservations: key(whole(0, 500), 50, 'How many observations a session is told of at its start, at most.', {
    aliases: ['CLAUDE_MEM_CONTEXT_OBSERVATIONS'],
    tightens: 'lower',
  }),
  contextSummaries: key(whole(0, 50), 10, 'How many session summaries a session is told of at its start, at most.', {
    tightens: 'lower',
  }),
  'tokenBudget.sessionStart': key(whole(0, 20_000), 2_000, 'Tokens that may be told at the start of a session.', {
    tightens: 'lower',
  }),
  'tokenBudget.prompt': key(whole(0, 20_000), 2_000, 'Tokens that may be told at a prompt.', { tightens: 'lower' }),
  'prompt.depth': key(
    z.enum(DEPTHS, 'not one of rich, light, off'),
    'rich',
    'What a prompt is told of related earlier work: titles with a line each (rich), titles alone (light), nothing (off).',
    { tightens: DEPTHS },
  ),
  'prompt.limit': key(whole(0, 100), 3, 'How many earlier records a prompt is told of, at most.', {
    tightens: 'lower',
  }),
  'standing.enabled': key(
    flag,
    true,
    'Whether a session is told at its start the decisions, warnings and notes that still hold in its project.',
    { tightens: 'off' },
  ),
  'recall.withhold': key(
    fraction(0, 0.5),
    0.05,
    'The share (0 to 0.5) of records that a session would be told and is not, to measure what telling is worth; 0: none.',
    { tightens: 'lower' },
  ),
  'import.exclude': key(list, [], 'Transcripts that are never read: globs of their paths, or of their start folders.'),
  'embedder.enabled': key(
    flag,
    true,
    'Whether search also finds records by meaning, with a model on this machine that is loaded when it is needed.',
  ),
  skipTools: key(
    list,
    ['ListMcpResourcesTool', 'SlashCommand', 'Skill', 'TodoWrite'],
    'Tools whose calls are not kept.',
    { tightens: 'add' },
  ),
  'significance.min': key(
    fraction(0, 1),
    0.3,
    'The significance (0–1) from which an event may become an observation.',
    {
      aliases: ['SIGNIFICANCE_THRESHOLD'],
      tightens: 'raise',
    },
  ),
  'outcome.extraCommands': key(
    list,
    [],
    'More commands that test the work, by the words they begin with: ./ci.sh, just verify.',
  ),
  'limits.memoryMb': key(
    whole(0, 1_048_576),
    512,
    'Free memory in MB to keep: a session is warned at a quarter more than this and at this; 0: never.',
  ),
  'limits.agents': key(
    whole(0, 1_000),
    10,
    'Subagents that a session may run at a time: it is warned at 80 % of them and at all; 0: never.',
  ),
  'failures.max': key(whole(1, 100), 3, 'Failures in a row after which a behaviour is switched off.'),
  'queue.batch': key(whole(1, 1_000), 100, 'Jobs that the queue takes at a time.', { aliases: ['BATCH_SIZE'] }),
  'queue.highWater': key(
    whole(1, 1_000_000),
    1_000,
    'Jobs that may be owed before optional work, such as embedding texts, waits until half of them are done.',
  ),
  'retention.days': key(
    whole(0, 36_500),
    0,
    'Days after which a session that nobody has worked in is deleted, with all that was made from it; 0: never.',
    { tightens: 'shorten' },
  ),
  'store.url': key(z.string(), '', 'The SQLite file that everything is kept in; empty: hindcast.db in HINDCAST_HOME.', {
    aliases: ['DB_PATH'],
  }),
} as const satisfies Readonly<Record<string, KeySpec>>

/** What `behaviours.<name>` takes. */
export const behaviourSwitch: KeySpec<boolean> = key(flag, true, 'Whether this behaviour runs.', { tightens: 'off' })

/** The setting that a key names; undefined where there is none. */
export function specOf(key: string): KeySpec | undefined {
  if (isSwitch(key)) return behaviourSwitch
  return Object.hasOwn(schema, key) ? schema[key as Key] : undefined
}

/** What is said of a key that is no setting: with the setting that was probably meant, where one is close. */
export function unknownSetting(key: string): string {
  const near = Object.keys(schema)
    .map((known) => ({ known, edits: editsBetween(key.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0]
  const isClose = near !== undefined && near.edits <= Math.max(2, Math.floor(near.known.length / 4))
  return `unknown setting '${key}'${isClose ? `; did you mean '${near.known}'?` : ''}`
}

/** Levenshtein's distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[j + 1], row[j], next[j]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Whether a key is the switch of a behaviour. */
export const isSwitch = (key: string): boolean => key.startsWith(SWITCH) && key.length > SWITCH.length

/** What stands before a behaviour's name in the key of its switch. */
export const SWITCH = 'behaviours.'

/** Documented variables whose setting this release does not have yet. */
export const notYet: Readonly<Record<string, string>> = {
  AUTO_LEARN: 'learn.enabled',
  AUTO_UPDATE_CLAUDEMD: 'artifacts.claudeMd',
  AUTO_GENERATE_SKILLS: 'artifacts.skills',
  PATTERN_CONFIDENCE_THRESHOLD: 'learn.confidence',
  SKILLS_DIR: 'artifacts.skillsDir',
  CLAUDEMD_PATH: 'artifacts.claudeMdPath',
}

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
