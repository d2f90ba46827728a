import type { ObservationType } from '../nouns/observation.ts'
import { BESIDE, type TurnReading } from './reading.ts'
import { kindOfVerb } from './words.ts'

/** Clues to the kind of a change: its title, its files, and the subject of its commit (empty if there is none). */
export interface ChangeClues {
  readonly title: string
  readonly files: readonly string[]
  readonly subject?: string
  /** A check failed, then passed after the edits. */
  readonly solved?: boolean
}

/**
 * The kind of a change, from the first clue available: the commit's own prefix; changes to tests or documents only; the
 * verb of the commit, plan, request or title; a problem that both the person and the agent mention.
 */
export function typeOf(
  reading: TurnReading,
  { title, files, subject = '', solved = false }: ChangeClues,
): ObservationType {
  const { aim, account, turn } = reading
  const prefixed = typeOfPrefix(subject)
  if (prefixed !== undefined) return prefixed
  if (SECURITY.test(`${title} ${aim.asked}`)) return 'security'
  if (files.length > 0 && files.every((file) => BESIDE.test(file))) return 'change'
  const isPlanned = turn.plan !== ''
  const byVerb = kindOfFirst(subject, turn.plan, isPlanned ? '' : aim.intent.verb)
  if (byVerb !== undefined) return byVerb
  if (isPlanned) return TROUBLE.test(turn.plan) ? 'bugfix' : /\brefactor/i.test(turn.plan) ? 'refactor' : 'feature'
  const asked = turn.prompts.map(({ text }) => text.slice(0, 2000)).join(' ')
  const isReported = aim.intent.kind === 'report' && TROUBLE.test(aim.asked)
  const isFixed = TROUBLE.test(turn.message) || account.causes.length > 0
  if (isReported || (aim.intent.kind !== 'request' && TROUBLE.test(asked) && isFixed)) return 'bugfix'
  return kindOfFirst(title) ?? (solved || (TROUBLE.test(asked) && isFixed) ? 'bugfix' : 'change')
}

/** The type in a commit subject's prefix, otherwise the type of its verb. */
export const typeOfSubject = (subject: string): ObservationType | undefined =>
  typeOfPrefix(subject) ?? kindOfVerb(firstWord(subject))

/** `fix(api)!: …`, `[fix] …` */
function typeOfPrefix(subject: string): ObservationType | undefined {
  const [, bracketed, prefix = bracketed] =
    /^(?:\[([a-z]{2,12})\]|([a-z]{2,12})(?:\([^)\n]{0,60}\))?!?:)\s/i.exec(subject) ?? []
  return PREFIXES.get(prefix?.toLowerCase() ?? '')
}

/** Conventional Commits, and common variants. */
const PREFIXES: ReadonlyMap<string, ObservationType> = new Map([
  ...['feat', 'feature'].map((prefix) => [prefix, 'feature'] as const),
  ...['fix', 'bugfix', 'hotfix'].map((prefix) => [prefix, 'bugfix'] as const),
  ...['refactor', 'refact'].map((prefix) => [prefix, 'refactor'] as const),
  ...['security', 'sec'].map((prefix) => [prefix, 'security'] as const),
  ...'docs doc test tests chore ci build style perf revert release deps'
    .split(' ')
    .map((prefix) => [prefix, 'change'] as const),
])

/** The type of the first of these texts that begins with a known verb. */
const kindOfFirst = (...texts: readonly string[]): ObservationType | undefined =>
  texts.map((text) => kindOfVerb(firstWord(text))).find((type) => type !== undefined)

const firstWord = (text: string): string => /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''

const TROUBLE =
  /\b(?:fix(?:es)?|bugs?|broken|crash(?:es|ed)?|fail(?:s|ed|ing)?|error|errors|regression|off[- ]by[- ]one|doesn't work|not working|panics?|wrong)\b/i
const SECURITY =
  /\b(?:vulnerabilit(?:y|ies)|security (?:fix|issue|hole|bug|hardening)|cve-\d|xss|csrf|sql injection|command injection|path traversal|privilege escalation|symlink attack|secrets? leak(?:s|ed|age)?|leak(?:s|ed|ing)? (?:secrets?|credentials|tokens?))\b/i
