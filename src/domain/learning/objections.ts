import type { Clause } from '../voice/clause.ts'

/** Whether a clause objects to what the agent did or said, and does not only report what a program does. */
export const isToAgent = ({ text }: Clause): boolean => {
  const words = text.toLowerCase().replaceAll('’', "'")
  return TO_AGENT.some((pattern) => pattern.test(words))
}

/** Says that what the agent did, said or assumed is not right. */
const TO_AGENT: readonly RegExp[] = [
  /^(?:no|nope|nah|wrong|not quite|not really|not exactly|hmm,? no|wait,? no|no no)\b[,.!–—-]\s*\S/,
  /^(?:(?:but|hmm|well|wait|sorry|actually|ok|and),? )*(?:that|this|your (?:fix|change|answer|solution|code|approach|output|assumption|claim|last \w+))(?:'s| is| was)(?: still| just| really| also| completely| totally)? (?:not (?:right|correct|true|what|how|the|it|good|working|fixed|enough)|wrong|incorrect|false|untrue|a mistake|broken|worse|nonsense|misleading)\b(?! sure)/,
  /(?<!\bif |\bwhen |\bthat |\bwhether |\bonce |\bor )\byou(?:'ve| have)? (?:forgot|forgotten|missed|broke|broken|left out|overwrote|misread|misunderstood|ignored|skipped|shouldn't have|should not have|should have|were supposed|weren't supposed|also changed|changed the wrong|mixed up|only (?:did|fixed|changed|updated)|messed|got (?:it|that|this) wrong|lost|dropped|introduced|(?:removed|deleted|changed|put|moved|used|edited|added|wrote|didn't|did not|haven't|have not) (?!you))\b/,
  /\bnot what i (?:asked|meant|wanted|said|had in mind)\b|^(?:(?:no|sorry|hmm|but|ah),? )*(?:i|my point)(?: mostly| actually| only| just)? (?:said|meant|asked (?:you )?(?:for|to)|wanted|is)\b(?=[: ].*\b(?:not|instead|rather|only|but|is that)\b)|^(?:no,? )?(?:i meant|i was talking about|what i meant)\b|\bwasn't asked\b/,
  /\bwhy (?:did|are|have|were) you\b(?! (?:sure|confident|asking))|\bwhy (?:is|are) (?:it|this|that|there|the [\w-]+) still\b/,
  /^(?:please )?(?:undo|roll back|put back) (?:that|this|it|your|these|those|what you)\b|^(?:please )?(?:revert) (?:that|this|it|your (?!last commit)|these|those|what you)\b|\bi(?:'ve| have)? (?:reverted|undid|undone|rolled back|rejected) (?:your|that|this|the changes you)\b/,
  /^(?:(?:but|no),? )?actually,? (?:no\b|that's not|it's not|that is not|you)\b/,
]

/** Says so, or that what it did just now does not work or is still the same. */
export const WRONG: readonly RegExp[] = [
  ...TO_AGENT,
  /^(?:(?:but|hmm|well|wait|sorry|actually|ok|and|so),? )*(?:that|this|it)(?: still)? (?:isn't|wasn't|is not|doesn't|does not|didn't|did not) (?:right|correct|true|what|how|work|working|help|fix|fixed|compile|solve|the)\b/,
  /^(?:(?:but|hmm|well|sorry|ok|and|now|seems|so),? )*(?:it|this|that|there|i|we)(?:'s|'m| am| is| are)?(?: still| again)+ (?:fails?|failing|broken|not|doesn't|does not|isn't|shows?|get|getting|see|seeing|have|having|wrong|happens?|the same|missing)\b|^(?:still|again) (?:fails?|failing|broken|not|doesn't|the same|wrong|no)\b|^(?:the )?same (?:error|problem|issue|result|thing) (?:again|as before|still)\b/,
  /^(?:(?:but|no|hmm|sorry|ok|and),? )*(?:it|that|this|they|these) (?:should|was supposed to|is supposed to)(?: not|n't| only| be| always| still)*\b.{0,80}\b(?:instead|not|rather)\b|\bshould(?:n't| not)? have been\b/,
  /^(?:i (?:don't|do not|can't|cannot|still don't) see (?:it|the|any|that|this)\b(?!.{0,60}\b(?:why|how|point|need|value|reason|benefit)\b)|nothing (?:changed|happens|happened|works)\b|none of (?:the|it|them|these|those) \w+ (?:is|are|has|have|works?)\b|are you sure\?$)/,
]
