import { didYouMean } from '@hindcast/text/suggestion.ts'
import * as z from 'zod'

/**
 * How a project's own file may change a setting: turn it `off`, `lower` or `raise` it, `shorten` a span of which 0 is the
 * longest, `add` to a list, or move along these choices, loosest first. A setting without one is the user's alone.
 */
export type Tightening = 'off' | 'lower' | 'raise' | 'shorten' | 'add' | readonly string[]

/** One setting: its schema, its default, and one sentence that describes it. */
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

/** A number, also as text; unlike a coercion it does not accept a blank, a list or a boolean. */
const number = (within: z.ZodNumber) =>
  z.preprocess((raw) => (typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw), within)
const whole = (min: number, max: number) =>
  number(z.number('not a number').int('not a whole number').min(min, `less than ${min}`).max(max, `more than ${max}`))
const fraction = (min: number, max: number) =>
  number(z.number('not a number').min(min, `less than ${min}`).max(max, `more than ${max}`))
const flag = z.preprocess((raw) => switches.get(String(raw).toLowerCase()), z.boolean('not true or false'))
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
const SUBAGENTS = ['full', 'rules', 'none'] as const
const MODES = ['auto', 'review'] as const
/** What may teach more comes first. */
const SCRIPTS = ['person', 'propose', 'off'] as const

/** Every key of config.yaml. `behaviours.<name>` is open: every behaviour has its switch. */
export const schema = {
  enabled: key(flag, true, 'Whether Hindcast records anything and adds context; false turns it off entirely.', {
    aliases: ['HOOKS_ENABLED'],
    tightens: 'off',
  }),
  port: key(
    whole(0, 65_535),
    37_777,
    'Port on 127.0.0.1. If it is taken, the next free one is used; 0 picks any free port.',
  ),
  'daemon.idleMinutes': key(
    fraction(0.01, 10_080),
    10,
    'Minutes the daemon keeps running after the last session ends or the last command was given.',
  ),
  contextObservations: key(whole(0, 500), 50, 'Maximum number of observations listed when a session starts.', {
    aliases: ['CLAUDE_MEM_CONTEXT_OBSERVATIONS'],
    tightens: 'lower',
  }),
  contextSummaries: key(whole(0, 50), 10, 'Maximum number of session summaries listed when a session starts.', {
    tightens: 'lower',
  }),
  'tokenBudget.sessionStart': key(whole(0, 20_000), 2_000, 'Maximum number of tokens added when a session starts.', {
    tightens: 'lower',
  }),
  'tokenBudget.prompt': key(whole(0, 20_000), 2_000, 'Maximum number of tokens added to a prompt.', {
    tightens: 'lower',
  }),
  'prompt.depth': key(
    z.enum(DEPTHS, 'not one of rich, light, off'),
    'rich',
    'How much related earlier work is added to a prompt: titles with one line each (rich), titles only (light), or nothing (off).',
    { tightens: DEPTHS },
  ),
  'prompt.limit': key(whole(0, 100), 3, 'Maximum number of earlier records added to a prompt.', {
    tightens: 'lower',
  }),
  'standing.enabled': key(
    flag,
    true,
    'Whether a session starts with the current decisions, warnings and notes of its project.',
    { tightens: 'off' },
  ),
  'recall.withhold': key(
    fraction(0, 0.5),
    0.05,
    'Share of records (0 to 0.5) held back at random, to measure whether they help; 0 holds back none.',
    { tightens: 'lower' },
  ),
  'learn.enabled': key(
    flag,
    true,
    'Whether Hindcast learns rules from what you say, and tells them to later sessions.',
    {
      aliases: ['AUTO_LEARN'],
      tightens: 'off',
    },
  ),
  'learn.sessions': key(
    whole(1, 100),
    2,
    'Number of sessions in which you must state a rule before it is applied; one that says "always" or "never" is applied at once.',
    { tightens: 'raise' },
  ),
  'learn.confidence': key(fraction(0, 1), 0.9, 'Minimum confidence (0 to 1) in such a rule before it is applied.', {
    aliases: ['PATTERN_CONFIDENCE_THRESHOLD'],
    tightens: 'raise',
  }),
  'learn.occurrences': key(
    whole(1, 100),
    3,
    'Number of times you must state a rule before Hindcast writes it, by itself, to files that the agent reads.',
    { tightens: 'raise' },
  ),
  'learn.scripts': key(
    z.enum(SCRIPTS, 'not one of propose, person, off'),
    'propose',
    'What is learned from prompts that a script passes to the agent: rules that apply only if you approve them (propose), the same as from what you type (person), or nothing (off).',
    { tightens: SCRIPTS },
  ),
  'subagents.context': key(
    z.enum(SUBAGENTS, 'not one of full, rules, none'),
    'rules',
    'What a subagent is told when it starts: the rules that concern its work (rules), all rules and the current decisions and notes of the project (full), or nothing (none).',
    { tightens: SUBAGENTS },
  ),
  'artifacts.mode': key(
    z.enum(MODES, 'not one of auto, review'),
    'auto',
    'When a rule is written to files that the agent reads: once you have stated it often enough (auto), or only when you approve it (review).',
    { tightens: MODES },
  ),
  'artifacts.claudeMd': key(
    flag,
    true,
    'Whether rules are written to the instruction file of the agent, in a block of their own.',
    {
      aliases: ['AUTO_UPDATE_CLAUDEMD'],
      tightens: 'off',
    },
  ),
  'artifacts.claudeMdPath': key(
    z.string(),
    '',
    "Instruction file for a project's rules, as a path in its folder; empty means the file that the agent reads.",
    { aliases: ['CLAUDEMD_PATH'] },
  ),
  'artifacts.skills': key(flag, true, 'Whether a skill is written for each rule.', {
    aliases: ['AUTO_GENERATE_SKILLS'],
    tightens: 'off',
  }),
  'artifacts.skillsDir': key(
    z.string(),
    '',
    "Folder for a project's learned skills, as a path in its folder; empty means the folder that the agent reads.",
    { aliases: ['SKILLS_DIR'] },
  ),
  'import.exclude': key(
    list,
    [],
    'Transcripts never to import, as globs that match their path or the folder where the session started.',
  ),
  'embedder.enabled': key(
    flag,
    true,
    'Whether to use semantic search too, with a small model that ships with Hindcast.',
  ),
  skipTools: key(
    list,
    ['ListMcpResourcesTool', 'SlashCommand', 'Skill', 'TodoWrite'],
    'Tools whose calls are not recorded.',
    { tightens: 'add' },
  ),
  'significance.min': key(fraction(0, 1), 0.3, 'Minimum significance (0 to 1) for an event to become an observation.', {
    aliases: ['SIGNIFICANCE_THRESHOLD'],
    tightens: 'raise',
  }),
  'checkIn.every': key(
    whole(0, 10_000),
    10,
    'Number of tool calls after which an agent is asked whether the belief that it is testing still holds; 0 never asks.',
  ),
  'claims.mode': key(
    z.enum(['ask', 'context', 'deny', 'off'], 'not one of ask, context, deny, off'),
    'ask',
    'What happens before an edit of a file that another running session is editing: you are asked if it edited the file in the last 10 minutes, otherwise the agent is told (ask), the agent is told (context), the edit is refused (deny), or nothing (off).',
  ),
  'claims.minutes': key(
    whole(1, 1_440),
    10,
    "Minutes without activity after which a session's claims on files expire.",
  ),
  'outcome.autoCapture': key(
    flag,
    true,
    'Whether the results of tests and builds are compared with what the agent said would happen.',
    { tightens: 'off' },
  ),
  'outcome.extraCommands': key(
    list,
    [],
    'Additional test commands, matched by prefix, such as ./ci.sh or just verify.',
  ),
  'limits.memoryMb': key(
    whole(0, 1_048_576),
    512,
    'Free-memory limit in MB: warns a session at 125% of it and again below it; 0 never warns.',
  ),
  'limits.agents': key(
    whole(0, 1_000),
    10,
    'Limit of subagents running at once: warns a session at 80% of it and again at 100%; 0 never warns.',
  ),
  'failures.max': key(whole(1, 100), 3, 'Number of consecutive failures after which a behaviour is switched off.'),
  'queue.batch': key(whole(1, 1_000), 100, 'Number of jobs processed per batch.', { aliases: ['BATCH_SIZE'] }),
  'queue.highWater': key(
    whole(1, 1_000_000),
    1_000,
    'Number of pending jobs above which optional work, such as indexing for semantic search, waits until the queue is half that long.',
  ),
  'retention.days': key(
    whole(0, 36_500),
    0,
    'Days after its last activity when a session and everything derived from it is deleted; 0 keeps everything.',
    { tightens: 'shorten' },
  ),
  'store.url': key(z.string(), '', 'Path of the SQLite database; empty means hindcast.db in HINDCAST_HOME.', {
    aliases: ['DB_PATH'],
  }),
} as const satisfies Readonly<Record<string, KeySpec>>

/** The setting `behaviours.<name>`. */
export const behaviourSwitch: KeySpec<boolean> = key(flag, true, 'Whether this behaviour runs.', { tightens: 'off' })

/** The setting that a key names; undefined where there is none. */
export function specOf(key: string): KeySpec | undefined {
  if (isSwitch(key)) return behaviourSwitch
  return Object.hasOwn(schema, key) ? schema[key as Key] : undefined
}

/** What is said of a key that is no setting: with the setting that was probably meant, where one is close. */
export const unknownSetting = (key: string): string => `unknown setting '${key}'${didYouMean(key, Object.keys(schema))}`

/** Why a value is invalid, the value quoted: `port: 'x' is not a number`. */
export function invalidSetting(name: string, raw: unknown, { issues: [issue] }: z.ZodError): string {
  const value = typeof raw === 'string' ? raw : JSON.stringify(raw)
  const choices = issue?.code === 'invalid_value' ? issue.values.map(String) : []
  return `${name}: '${value}' is ${issue?.message ?? 'invalid'}${didYouMean(value, choices)}`
}

/** Whether a key is the switch of a behaviour. */
export const isSwitch = (key: string): boolean => key.startsWith(SWITCH) && key.length > SWITCH.length

/** What stands before a behaviour's name in the key of its switch. */
export const SWITCH = 'behaviours.'

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
