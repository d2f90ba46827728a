import { choice, type DeclaredSetting, flag, fraction, setting, text, whole, words } from './setting-forms.ts'

/**
 * Every setting, by its key in config.yaml; declared here alone. `hindcast config`, a project's file, the environment, the
 * reference pages and the fact `settings` follow from a row. Besides, every behaviour has its switch, `behaviours.<name>`.
 */
export const settings = {
  enabled: setting(flag, true, 'Whether Hindcast records anything and adds context; false turns it off entirely.', {
    aliases: ['HOOKS_ENABLED'],
    tightens: 'off',
  }),
  port: setting(
    whole(0, 65_535),
    37_777,
    'Port on 127.0.0.1. If it is taken, the next free one is used; 0 picks any free port.',
  ),
  'daemon.idleMinutes': setting(
    fraction(0.01, 10_080),
    10,
    'Minutes the daemon keeps running after the last session ends or the last command was given.',
  ),
  'context.depth': setting(
    choice('full', 'narrow'),
    'narrow',
    'What a session is shown when it starts: a line on where the last one left off, if that is recent or open, and rules (narrow), or all of it, decisions and a list of recent records (full).',
    { tightens: 'along' },
  ),
  contextObservations: setting(
    whole(0, 500),
    50,
    'Maximum number of observations listed when a session starts, if context.depth is full.',
    {
      aliases: ['CLAUDE_MEM_CONTEXT_OBSERVATIONS'],
      tightens: 'lower',
    },
  ),
  contextSummaries: setting(
    whole(0, 50),
    10,
    'Maximum number of session summaries listed when a session starts, if context.depth is full.',
    {
      tightens: 'lower',
    },
  ),
  'tokenBudget.sessionStart': setting(
    whole(0, 20_000),
    2_000,
    'Maximum number of tokens added when a session starts.',
    { tightens: 'lower' },
  ),
  'tokenBudget.prompt': setting(whole(0, 20_000), 2_000, 'Maximum number of tokens added to a prompt.', {
    tightens: 'lower',
  }),
  'prompt.depth': setting(
    choice('rich', 'light', 'off'),
    'rich',
    'How much related earlier work is added to a prompt: titles with one line each (rich), titles only (light), or nothing (off).',
    { tightens: 'along' },
  ),
  'prompt.limit': setting(whole(0, 100), 3, 'Maximum number of earlier records added to a prompt.', {
    tightens: 'lower',
  }),
  'standing.enabled': setting(
    flag,
    true,
    'Whether a session starts with the current decisions, warnings and notes of its project.',
    { tightens: 'off' },
  ),
  'recall.withhold': setting(
    fraction(0, 0.5),
    0.05,
    'Share of records (0 to 0.5) held back at random, to measure whether they help; 0 holds back none.',
    { tightens: 'lower' },
  ),
  'learn.enabled': setting(
    flag,
    true,
    'Whether Hindcast learns rules from what you say, and tells them to later sessions.',
    { aliases: ['AUTO_LEARN'], tightens: 'off' },
  ),
  'learn.askAgent': setting(
    flag,
    true,
    'Whether the agent is asked to point out rules that you state; they count only in your own words, and are written to no file until you approve them.',
    { tightens: 'off' },
  ),
  'learn.sessions': setting(
    whole(1, 100),
    2,
    'Number of sessions in which you must state a rule before it is applied; one that says "always" or "never" is applied at once.',
    { tightens: 'raise' },
  ),
  'learn.confidence': setting(fraction(0, 1), 0.9, 'Minimum confidence (0 to 1) in such a rule before it is applied.', {
    aliases: ['PATTERN_CONFIDENCE_THRESHOLD'],
    tightens: 'raise',
  }),
  'learn.occurrences': setting(
    whole(1, 100),
    3,
    'Number of times you must state a rule before Hindcast writes it, by itself, to files that the agent reads.',
    { tightens: 'raise' },
  ),
  'learn.scripts': setting(
    choice('person', 'propose', 'off'),
    'propose',
    'What is learned from prompts that a script passes to the agent: rules that apply only if you approve them (propose), the same as from what you type (person), or nothing (off).',
    { tightens: 'along' },
  ),
  'subagents.context': setting(
    choice('full', 'rules', 'none'),
    'rules',
    'What a subagent is told when it starts: the rules that concern its work (rules), all rules and the current decisions and notes of the project (full), or nothing (none).',
    { tightens: 'along' },
  ),
  'artifacts.mode': setting(
    choice('auto', 'review'),
    'auto',
    'When a rule is written to files that the agent reads: once you have stated it often enough (auto), or only when you approve it (review).',
    { tightens: 'along' },
  ),
  'artifacts.claudeMd': setting(
    flag,
    true,
    'Whether rules are written to the instruction file of the agent, in a block of their own.',
    { aliases: ['AUTO_UPDATE_CLAUDEMD'], tightens: 'off' },
  ),
  'artifacts.claudeMdPath': setting(
    text,
    '',
    "Instruction file for a project's rules, as a path in its folder; empty means the file that the agent reads.",
    { aliases: ['CLAUDEMD_PATH'] },
  ),
  'artifacts.skills': setting(flag, true, 'Whether a skill is written for each rule.', {
    aliases: ['AUTO_GENERATE_SKILLS'],
    tightens: 'off',
  }),
  'artifacts.skillsDir': setting(
    text,
    '',
    "Folder for a project's learned skills, as a path in its folder; empty means the folder that the agent reads.",
    { aliases: ['SKILLS_DIR'] },
  ),
  'import.exclude': setting(
    words,
    [],
    'Transcripts never to import, as globs that match their path or the folder where the session started.',
  ),
  'embedder.enabled': setting(
    flag,
    true,
    'Whether to use semantic search too, with a small model that ships with Hindcast.',
  ),
  skipTools: setting(
    words,
    ['ListMcpResourcesTool', 'SlashCommand', 'Skill', 'TodoWrite'],
    'Tools whose calls are not recorded.',
    { tightens: 'add' },
  ),
  'significance.min': setting(
    fraction(0, 1),
    0.3,
    'Minimum significance (0 to 1) for an event to become an observation.',
    { aliases: ['SIGNIFICANCE_THRESHOLD'], tightens: 'raise' },
  ),
  'checkIn.every': setting(
    whole(0, 10_000),
    10,
    'Number of tool calls after which an agent is asked whether the belief that it is testing still holds; 0 never asks.',
  ),
  'claims.mode': setting(
    choice('ask', 'context', 'deny', 'off'),
    'ask',
    'What happens before an edit of a file that another running session is editing: you are asked if it edited the file in the last 10 minutes, otherwise the agent is told (ask), the agent is told (context), the edit is refused (deny), or nothing (off).',
  ),
  'claims.minutes': setting(
    whole(1, 1_440),
    10,
    "Minutes without activity after which a session's claims on files expire.",
  ),
  'outcome.autoCapture': setting(
    flag,
    true,
    'Whether the results of tests and builds are compared with what the agent said would happen.',
    { tightens: 'off' },
  ),
  'outcome.extraCommands': setting(
    words,
    [],
    'Additional test commands, matched by prefix, such as ./ci.sh or just verify.',
  ),
  'limits.memoryMb': setting(
    whole(0, 1_048_576),
    512,
    'Free-memory limit in MB: warns a session at 125% of it and again below it; 0 never warns.',
  ),
  'limits.agents': setting(
    whole(0, 1_000),
    10,
    'Limit of subagents running at once: warns a session at 80% of it and again at 100%; 0 never warns.',
  ),
  'failures.max': setting(whole(1, 100), 3, 'Number of consecutive failures after which a behaviour is switched off.'),
  'queue.batch': setting(whole(1, 1_000), 100, 'Number of jobs processed per batch.', { aliases: ['BATCH_SIZE'] }),
  'queue.highWater': setting(
    whole(1, 1_000_000),
    1_000,
    'Number of pending jobs above which optional work, such as indexing for semantic search, waits until the queue is half that long.',
  ),
  'retention.days': setting(
    whole(0, 36_500),
    0,
    'Days after its last activity when a session and everything derived from it is deleted; 0 keeps everything.',
    { tightens: 'shorten' },
  ),
  'store.url': setting(text, '', 'Path of the SQLite database; empty means hindcast.db in HINDCAST_HOME.', {
    aliases: ['DB_PATH'],
  }),
} as const satisfies Readonly<Record<string, DeclaredSetting>>

/** The setting `behaviours.<name>`. */
export const behaviourSwitch: DeclaredSetting<boolean> = setting(flag, true, 'Whether this behaviour runs.', {
  tightens: 'off',
})

/** A key of config.yaml, dotted. */
export type Key = keyof typeof settings
/** Every key with its value. */
export type Values = { readonly [K in Key]: (typeof settings)[K]['fallback'] }

/** The values where nobody has set any. */
export const defaults = Object.fromEntries(
  Object.entries<DeclaredSetting>(settings).map(([key, { fallback }]) => [key, fallback]),
) as unknown as Values

/** All settings as behaviours read them, as one fact: `tokenBudget.prompt` is `prompt` of `tokenBudget`. */
export type Settings = {
  readonly [G in Group<Key>]: G extends Key ? Values[G] : { readonly [K in Key as Within<G, K>]: Values[K] }
}
type Group<K extends string> = K extends `${infer G}.${string}` ? G : K
type Within<G extends string, K extends string> = K extends `${G}.${infer Name}` ? Name : never

/** Values under their dotted keys as behaviours read them. */
export function settingsOf(values: Values): Settings {
  const groups: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const [group = '', name] = key.split('.', 2)
    groups[group] = name === undefined ? value : { ...(groups[group] as object), [name]: value }
  }
  return groups as unknown as Settings
}

/**
 * What happens before a call on a file that another session is editing. `ask`: a person is asked if the other session edited it
 * lately, otherwise the agent is told. `context`: the agent is told. `deny`: the call is refused. `off`: nothing.
 */
export type ClaimsMode = Values['claims.mode']

/**
 * What the prompts of scripts teach. `propose`: at most something that a person may approve. `person`: as much as typed
 * ones. `off`: nothing.
 */
export type Scripts = Values['learn.scripts']
