import type { ObservationType } from '../nouns/observation.ts'
import { BESIDE, type TurnReading } from './reading.ts'
import type { TurnEvent } from './turns.ts'
import { DEEDS, kindOfVerb } from './words.ts'

/** What kind of change it was: by a check that failed and then passed, by what was asked, by what the agent says it did. */
export function typeOf(
  reading: TurnReading,
  edits: readonly TurnEvent[],
  title: string,
  solved: boolean,
): ObservationType {
  const { aim, account, turn } = reading
  const asked = `${title} ${turn.prompts.map(({ text }) => text.slice(0, 2000)).join(' ')}`
  if (SECURITY.test(asked)) return 'security'
  if (solved) return 'bugfix'
  const files = edits.flatMap(({ filesModified }) => filesModified)
  const beside = files.length > 0 && files.every((file) => BESIDE.test(file))
  const verb = aim.intent.verb || (/^[a-z]+/i.exec(title)?.[0].toLowerCase() ?? '')
  const byVerb = kindOfVerb(verb) ?? kindOfVerb(/^[a-z]+/i.exec(title)?.[0].toLowerCase() ?? '')
  if (byVerb === 'bugfix' || (!beside && aim.intent.kind !== 'request' && TROUBLE.test(aim.asked))) return 'bugfix'
  if (!beside && aim.intent.kind !== 'request' && account.points.slice(0, 3).some((point) => /\ba bug\b/i.test(point)))
    return 'bugfix'
  const byDeed = DEEDS.get(/^[a-z]+/i.exec(account.deeds[0] ?? '')?.[0].toLowerCase() ?? '')
  const type = byVerb ?? (byDeed === 'fix' ? 'bugfix' : (byDeed ?? 'change'))
  return beside && type !== 'refactor' ? 'change' : type
}

const TROUBLE =
  /\b(?:bug|broken|crash(?:es|ed)?|fail(?:s|ed|ing)?|error|errors|regression|off[- ]by[- ]one|doesn't work|not working|panics?|wrong)\b/i
const SECURITY =
  /\b(?:vulnerabilit(?:y|ies)|security (?:fix|issue|hole|bug|hardening)|cve-\d|xss|csrf|sql injection|command injection|path traversal|privilege escalation|symlink attack|secrets? leak(?:s|ed|age)?|leak(?:s|ed|ing)? (?:secrets?|credentials|tokens?))\b/i
