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

/** Verbs that ask for a look: where something was changed after all, what was done says more. */
export const LOOKS: ReadonlySet<string> = new Set(
  `check recheck look review see take investigate inspect explain explore figure tell`.split(/\s+/),
)

/** Words that a question begins with. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `what what's whats why how how's where where's when which who whose is isn't are aren't do does doesn't did didn't can
  can't could couldn't should shouldn't would wouldn't will won't was were has have had any am`.split(/\s+/),
)

/** What stands before the point of a sentence, each at its beginning; taken off again and again. */
export const OPENERS: readonly RegExp[] = [
  /^(?:hmm+|hm|uh|um|oh|ah|ok|okay|alright|so|well|yeah|yes|yep|no|nope|hi|hey|hello|thanks|thank you|great|good|nice|perfect|cool|sorry|wait|actually|also|and|but|then|now|please|maybe|perhaps|just|again|basically|sure|right|exactly|true|awesome|fine|lastly|finally|first|next|btw|by the way|quick question|question|follow[- ]?up|quick follow[- ]?up(?: question)?(?: first)?|thinking again|taking a step back|one last (?:modification|thing|change)|one more thing|for now|in this case|ok maybe like this)(?:\s*[,:.!;–—-]+\s*|\s+)/i,
  /^(?:can|could|would|will|should|shall) (?:you|we|i)(?: (?:please|also|maybe|again|now|just|then|perhaps|rather|quickly|double|me|kindly))* (?=[a-z])/i,
  /^(?:let's|lets|let us|let me) (?:also |now |just |then |please |maybe |completely )*(?=[a-z])/i,
  /^(?:i'd|i would|we'd|we would|i|we) (?:like|love|want|wanted|need)(?: (?:you|us|it|to see))? to (?:also |now )?/i,
  /^(?:i'd|i would|i) (?:like|want|prefer|need) (?:us|you|that you) to /i,
  /^(?:i think|i feel|i guess|i believe|i mean|i wonder if|i'm wondering if|wondering if|so wondering if|not sure if|i was wondering if)(?: that)? (?:we|you) (?:could|should|can|need to|might want to|may want to) (?:also |maybe |just |rather )*/i,
  /^(?:i think|i feel|i guess|i believe|i mean|i mostly meant|i wonder now|i noticed(?: that)?|i see(?: that)?|i have|my point is:?) /i,
  /^(?:we|you) (?:should|need to|could|must|have to|can|might want to) (?:also |now |just |maybe |probably |rather )*(?=[a-z])/i,
  /^(?:it would be|it'd be|would be) (?:great|nice|good|cool|helpful) (?:if (?:we|you) (?:could|can) |to )/i,
  /^(?:your (?:task|job|goal) is to|the (?:task|goal) is to|task:|todo:|goal:) ?/i,
  /^(?:(?:take|have) a (?:quick |closer )?look at|look at|look into|check|review|see|address|fix|handle|regarding|about|re)(?: this| the following)?\s*:\s+(?=\S)/i,
  /^(?:(?:i|we) (?:just )?(?:got|have|received)|(?:here|this) is|there (?:is|was)) (?:this|the following|some|a|an|the) (?:\w+ )?(?:feedback|comment|remark|review|finding|suggestion)s?\b[^"“]{0,120}(?=["“])/i,
  /^(?:this|that|the next one|another one) (?:is|one is) (?:for|about|in|on) [\w./-]+(?::[\d-]+)?[.:,]*\s+(?=[A-Z])/i,
  /^(?:go ahead|do it|do that|please do|proceed|sounds good|agreed|lgtm|looks good)(?:\s*[,.!;–—-]+\s*(?:but |and |just |only )?|\s+(?:but|and|just|only)\s+)/i,
  /^(?:go ahead and|feel free to|try to|help me(?: to)?|please|take a look (?:at how to|and)|have a look and|make sure (?:you|we)|don't forget to|be sure to|start by|double) (?=[a-z])/i,
]

/** Past forms that an account of work begins with, by the kind of work. */
export const DEEDS: ReadonlyMap<string, 'fix' | 'feature' | 'refactor' | 'change'> = new Map([
  ...list('fix', 'fixed resolved corrected repaired patched prevented handled solved hardened'),
  ...list(
    'feature',
    'added implemented created introduced built wrote enabled supported wired exposed extended included',
  ),
  ...list(
    'refactor',
    'refactored renamed extracted moved cleaned consolidated simplified split merged reorganized restructured inlined unified deduplicated converted migrated split rewrote',
  ),
  ...list(
    'change',
    'updated changed removed replaced deleted modified improved increased reduced reverted bumped made adjusted switched documented configured disabled dropped set installed reversed clarified tightened expanded widened shortened reset cleared restored stopped',
  ),
])

function list<K extends string>(kind: K, words: string): [string, K][] {
  return words.split(' ').map((word) => [word, kind])
}

/** What kind of change a request or an account that begins with this verb tells of. */
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
    /^(?:update|updated|change|changed|remove|removed|delete|deleted|replace|replaced|set|increase|increased|reduce|reduced|make|made|use|bump|disable|hide|document|wrap|print|switch|improve|adjust)$/,
}
