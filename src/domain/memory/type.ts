import type { ObservationType } from './nouns.ts'
import type { Reading } from './reading.ts'
import type { TurnEvent } from './turns.ts'
import { DEEDS } from './words.ts'

/** What kind of change it was: by a check that failed and then passed, by what was asked, by what the agent says it did. */
export function typeOf(reading: Reading, edits: readonly TurnEvent[], title: string, solved: boolean): ObservationType {
  const { aim, account, turn } = reading
  const asked = `${title} ${turn.prompts.map(({ text }) => text.slice(0, 2000)).join(' ')}`
  if (SECURITY.test(asked)) return 'security'
  if (solved) return 'bugfix'
  const files = edits.flatMap(({ filesModified }) => filesModified)
  const beside = files.length > 0 && files.every((file) => BESIDE.test(file))
  const verb = aim.intent.verb || (/^[a-z]+/i.exec(title)?.[0].toLowerCase() ?? '')
  const byVerb = kindOfVerb(verb) ?? kindOfVerb(/^[a-z]+/i.exec(title)?.[0].toLowerCase() ?? '')
  if (byVerb === 'bugfix' || TROUBLE.test(aim.asked)) return 'bugfix'
  const byDeed = DEEDS.get(/^[a-z]+/i.exec(account.deeds[0] ?? '')?.[0].toLowerCase() ?? '')
  const type = byVerb ?? (byDeed === 'fix' ? 'bugfix' : (byDeed ?? 'change'))
  return beside && type === 'feature' ? 'change' : type
}

function kindOfVerb(verb: string): ObservationType | undefined {
  if (VERBS.bugfix.test(verb)) return 'bugfix'
  if (VERBS.refactor.test(verb)) return 'refactor'
  if (VERBS.feature.test(verb)) return 'feature'
  return VERBS.change.test(verb) ? 'change' : undefined
}

const VERBS = {
  bugfix: /^(?:fix|fixed|debug|repair|correct|resolve|resolved|solve|patch|revert)$/,
  refactor:
    /^(?:refactor|refactored|rename|renamed|extract|extracted|move|moved|clean|cleanup|cleaned|simplify|simplified|consolidate|consolidated|reorganize|restructure|inline|split|unify|tidy|dedupe|decouple)$/,
  feature:
    /^(?:add|added|implement|implemented|create|created|build|built|introduce|introduced|support|supported|write|wrote|show|enable|allow|expose|integrate|generate)$/,
  change:
    /^(?:update|updated|change|changed|remove|removed|delete|deleted|replace|replaced|set|increase|increased|reduce|reduced|make|made|use|bump|disable|hide|document|wrap|print|switch|improve|adjust)$/,
}
const TROUBLE =
  /\b(?:bug|broken|crash(?:es|ed)?|fail(?:s|ed|ing)?|error|errors|regression|off[- ]by[- ]one|doesn't work|not working|panics?|wrong)\b/i
const SECURITY =
  /\b(?:vulnerabilit(?:y|ies)|security (?:fix|issue|hole|bug|hardening)|cve-\d|xss|csrf|sql injection|command injection|path traversal|privilege escalation|symlink attack|secrets? leak(?:s|ed|age)?|leak(?:s|ed|ing)? (?:secrets?|credentials|tokens?))\b/i
/** Files beside the product: tests and documents. */
const BESIDE =
  /(?:^|\/)(?:tests?|specs?|__tests__|docs?)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)test_[^/]+$|\.(?:md|mdx|rst)$/i
