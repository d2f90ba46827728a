import type { ObservationType } from '../nouns/observation.ts'

/** Verbs that a request begins with. */
export const ACTIONS: ReadonlySet<string> = new Set(
  `abandon adapt adjust add allow ask apply avoid bring build bump bundle change check clean cleanup clear clarify collapse combine compare configure
  consolidate convert copy correct create cut debug decouple define delete deploy deprecate describe detect differentiate disable display distinguish document
  download drop edit enable ensure enforce exclude expand explain explore expose extend extract figure filter find fix
  format generate group handle hide hook implement improve include increase initialize inline inspect install integrate
  introduce investigate join keep limit link list load log look lower make mark mention merge migrate mock modify monitor move
  normalize optimize order organize output parse pass patch persist pin polish port prepare prevent print profile
  propose protect publish pull push put raise recheck reduce refactor reformat regenerate release reload remove rename render
  reorder reorganize replace report reproduce research reset resolve restore restructure retain retry return reuse revert
  review rewrite roll rotate run sanitize save scaffold secure separate set setup show simplify skip solve sort speed
  split start stop store strip style summarize support suppress swap switch sync test tidy track translate trim truncate
  try turn tweak undo unify uninstall update upgrade upload use validate verify wire wrap write`.split(/\s+/),
)

/** Verbs that ask for a look; if something was changed after all, the title says what was done. */
export const LOOKS: ReadonlySet<string> = new Set(
  `check recheck look review see take investigate inspect explain explore figure tell`.split(/\s+/),
)

/** Words that a question begins with. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `what what's whats why how how's where where's when which who whose is isn't are aren't do does doesn't did didn't can
  can't could couldn't should shouldn't would wouldn't will won't was were has have had any am`.split(/\s+/),
)

/** Words that may precede a request's verb without changing its meaning: politeness, modal verbs, pronouns. */
export const LEADS: ReadonlySet<string> = new Set(
  `able actually again ahead also and be but can could do feel free forget get go going good great have hello help here hey hi hmm i
  i'd i'll it it'd just kindly let let's lets like love maybe me might must need needs next nice now ok okay perhaps please probably
  quickly rather really shall should so sure thanks then think thinking to try us want wanted we we'd we'll well will would yeah yep yes you
  you'd`.split(/\s+/),
)

/** Words that turn a request into its opposite. */
export const NEGATIONS: ReadonlySet<string> = new Set(`no not never don't dont avoid`.split(' '))

/** Past-tense verbs that begin an account of work, by kind of work. */
export const DEEDS: ReadonlyMap<string, 'fix' | 'feature' | 'refactor' | 'change'> = new Map([
  ...wordsOfKind('fix', 'fixed resolved corrected repaired patched prevented handled solved hardened'),
  ...wordsOfKind(
    'feature',
    'added implemented created introduced built wrote enabled supported wired exposed extended included',
  ),
  ...wordsOfKind(
    'refactor',
    'refactored renamed extracted moved cleaned consolidated simplified split merged reorganized restructured inlined unified deduplicated converted migrated split rewrote',
  ),
  ...wordsOfKind(
    'change',
    'updated changed removed replaced deleted modified improved increased reduced reverted bumped made adjusted switched documented configured disabled dropped set installed reversed clarified tightened expanded widened shortened reset cleared restored stopped',
  ),
])

/** Whether a verb, in lower case, tells in the past tense of what was done: "wrapped" of "wrap". */
export const isDeedVerb = (verb: string): boolean =>
  DEEDS.has(verb) ||
  (/ed$/.test(verb) &&
    [verb.slice(0, -1), verb.slice(0, -2), verb.slice(0, -3)].some((base) => ACTIONS.has(base) && !LOOKS.has(base)))

function wordsOfKind<K extends string>(kind: K, words: string): [string, K][] {
  return words.split(' ').map((word) => [word, kind])
}

/** The kind of change described by a request or account that begins with this verb. */
export function kindOfVerb(verb: string): ObservationType | undefined {
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
    /^(?:update|updated|change|changed|remove|removed|delete|deleted|replace|replaced|set|increase|increased|reduce|reduced|use|bump|disable|hide|document|wrap|print|switch|improve|adjust)$/,
}
