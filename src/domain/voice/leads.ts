import { late, pattern } from '@hindcast/text/late.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { ACTIONS } from '../memory/words.ts'
import { isLasting } from './clause.ts'
import { isNegated } from './languages.ts'

/**
 * Whose words follow a lead such as "remember:" or "Bob wrote:". `own`: the person's. `handed`: somebody else's, or a text to
 * work on, for as long as it may be. `unknown`: nobody can tell, so it is not taken for the person's.
 */
export type Lead = 'own' | 'handed' | 'unknown'

const either = (...parts: readonly string[]): string => parts.join('|')

/** What may precede the verb of a request. */
const OPENING = String.raw`^\W*(?:(?:please|pls|now|then|and|also|so|ok|okay|hey|hi|claude|just|next|first|finally|quickly|can|could|would|will|you|u|let's|help|me|good|looks good|(?:i(?:'d)? )?(?:want|need|would like|like)(?: you)? to)\b[\s,.!]*){0,8}`

/** Work on a text. */
const REWORDS = either(
  'summari[sz]e|sum up|tl;?\\s?dr|translate|proof-?read|re-?phrase|paraphrase|re-?word|re-?write|shorten|condense|polish|spell-?check|copy-?edit|transcribe|interpret|spot the (?:typos?|errors?)',
  '(?:turn|make|convert|put) (?:this|that|it|the following) (?:in|into|to|friendlier|shorter|nicer|more|less|sound)',
)
/** Gives words to others, or puts them somewhere. */
const PASSES_ON = either(
  'reply|respond|answer|send|post|tweet|publish|announce|e-?mail|mail|message|dm|ping|commit|amend|tell (?!me)|write|type|print|echo|output|paste|insert|append|add|put|save|store|title|caption|(?<!\\bi )say|draft|open an? (?:pr|pull request|issue|ticket)|let \\S+(?: \\S+)? know|inform|note in|document in',
)
const TELLS =
  'reply|respond|answer|tell (?!me)|post|tweet|publish|announce|e-?mail|mail|message|dm|ping|inform|let \\S+(?: \\S+)? know|write (?:to|back|the|him|her|them)|say'
const TELLS_ELSEWHERE =
  '(?:sag|sagt|schreib\\p{L}*|antwort\\p{L}*|teile?)\\b.{0,40}\\bdass|(?:dile?s?|escríb\\p{L}*|escribe\\p{L}*|respond\\p{L}*|responde\\p{L}*)\\b.{0,40}\\bque|(?:dis|écris|réponds)\\b.{0,40}\\bque|(?:скажи|напиши|ответь|сообщи)\\p{L}*.{0,40}\\sчто'
const LOOKS_AT = either(
  'explain|review|check|analy[sz]e|look at|read|comment on|react to|evaluate|rate|grade|judge|fix|debug|implement|do|work on|handle|import|parse|format|sort|classify|extract|count|search|grep',
)
/** The same of other languages, most of them by their stems. */
const REWORDS_ELSEWHERE = either(
  'übersetz\\p{L}*|ins \\p{L}+ische|(?:fass|fasse|fassen)\\b.{0,60}\\bzusammen|zusammenfass\\p{L}*|korrektur|korrigier\\p{L}*|(?:formulier\\p{L}*)\\b.{0,60}\\bum|umformulier\\p{L}*|kürze',
  'traduce|traduzca|traducir|traduceme|resume|resumir|resúmeme|corrige\\p{L}*|corregir|reformul\\p{L}*|acorta',
  'tradui\\p{L}*|résum\\p{L}*|corrig\\p{L}*|traduz\\p{L}*|resum\\p{L}*|riassum\\p{L}*|traduci|corregg\\p{L}*|vertaal|samenvat\\p{L}*|\\bvat\\b.{0,60}\\bsamen',
  'przetłumacz|streść|popraw|перевед\\p{L}*|перескаж\\p{L}*|резюмир\\p{L}*|исправ\\p{L}*|сократи',
)
const REWORDS_UNSPACED = '翻译|翻譯|总结|總結|概括|润色|校对|改写|缩写|翻訳|要約|校正|添削|ترجم|لخص|دقق|صياغة'

/** Kinds of text, and where texts come from. */
const SOURCES = either(
  'texts?|paragraphs?|passages?|sentences?|excerpts?|e-?mails?|mails?|messages?|cover letters?|tickets?|issues?|user stor(?:y|ies)|bug ?reports?|comments?|reviews?|reviewers?|threads?|chats?|conversations?|transcripts?|slack|discord|articles?|blogs?|posts?|tweets?|newsletters?|poems?|essays?|speech|haikus?|songs?|quotes?|citations?|docs|documents?|documentation|readme|wiki|manuals?|specs?|rfc|faq|contributing|\\S+\\.(?:md|txt|rst|html)|handbook|guides?|policies of|terms|licen[cs]e',
  'logs?|outputs?|errors?|warnings?|exceptions?|stack ?traces?|traceback|stdout|stderr|console|diffs?|patch(?:es)?|snippets?|banners?|labels?|tooltips?|headings?|headers?|titles?|subject|body|descriptions?|captions?|placeholders?|strings?|inputs?|responses?|payloads?|answers?|prompts?|pages?|fixtures?|wording|changelogs?|release notes|commit message',
)
const SOURCES_ELSEWHERE = either(
  'mails?|nachricht\\p{L}*|kommentar\\p{L}*|fehler(?:meldung)?|ausgabe|doku|artikel|absatz|satz|texto|mensaje|correo|comentario|párrafo|salida|registro|texte|courriel|commentaire|paragraphe|sortie|journal|testo|messaggio|commento|mensagem|comentário|сообщени\\p{L}*|письм\\p{L}*|тикет\\p{L}*|комментари\\p{L}*|лог|вывод|ошибк\\p{L}*|текст\\p{L}*|документаци\\p{L}*',
)
const SOURCES_UNSPACED =
  '工单|邮件|消息|评论|日志|报错|错误|文档|文字|这段|下面|文章|メール|チケット|コメント|ログ|エラー|メッセージ|ドキュメント|رسالة|تذكرة|تعليق|سجل|نص|رسائل'

/** What others do with words; `[1]` is the word before it. */
const says = (verbs: string): (() => RegExp) =>
  pattern(String.raw`(\S+)\s+(?:(?:also|just|then|once|now|even|\p{L}+ly)\s+)?(?:${verbs})(?![\p{L}\p{N}])`, 'giu')
const SPEECH = either(
  'says|said|wrote|suggest(?:s|ed)|claim(?:s|ed)|recommend(?:s|ed)|stated|argue[sd]|insist(?:s|ed)|demand(?:s|ed)|replie[sd]|told|tells|announced|warn(?:s|ed)|advise[sd]',
  'say|suggest|claim|recommend|insist|demand|advise',
  'sagt|sagte|schrieb|schreibt|meint|hat gesagt|hat geschrieben|ha dicho|ha escrito|dice|dijo|escribió|dit|écrit|a dit|disse|scrive|ha scritto|говорит|сказал\\p{L}*|пишет|написал\\p{L}*',
)
/** In a sentence of its own, and with what stands before a colon. */
const SAYS = says(SPEECH)
const SAYS_BEFORE_COLON = says(
  `${SPEECH}|writes?|comment(?:s|ed)|asks|asked|states?|mention(?:s|ed)|reads|report(?:s|ed)|thinks?|believe[sd]?|wants?|wanted|posted|prints?|printed|quote[sd]?|types|typed|enters?|contains?|contained|requires?|answer(?:s|ed)`,
)
/** Words before it with which the person speaks of themselves or of the agent, or of what nobody said. */
const SPEAKERS = new Set(
  `i we you i've we've you've i'd we'd i'm we're nobody noone one who what as like already been was were is are be being not never didn't don't
  doesn't have has had just be and or then please don't always to should must can would could will may might ich wir du yo nosotros je nous tu io noi я мы ты`.split(
    /\s+/,
  ),
)
const ACCORDING =
  /^per (?:the|our|my|their|\S+'s) |(?:^|[\s(])(?:according to|as per|quoting|citing|quote from|in the words of|laut|según|selon|d'après|secondo|segundo|согласно|по словам) \S|(?:根据|按照)|によると|によれば/u
const SUPPOSES =
  /^\W*(?:for example|for instance|e\.g\.|i\.e\.)|^\W*(?:(?:so|and|but|hm+|ok)[, ]+)*(?:suppose|imagine|pretend|assume|hypothetically|in theory|what if|what would|let's (?:say|pretend|imagine)|if (?:i|someone|somebody|a|the|bob|they) .{0,40}\b(?:said|says|say|wrote|writes|typed|asked|told|contains?|contained))\b/i

/** Keeps something for later, or among what agents are told, which is what rules are for; a line that is given word for word is a text. */
const KEEPS =
  /^(?!.*\b(?:line|text|sentence|paragraph|following)s?\b).*\b(?:add|put|write|note|save|document|record|include|jot)\b.*\b(?:claude|agents?|gemini|copilot-instructions|conventions|contributing|rules|memory)(?:\.md|\b)(?!.*\b(?:says?|said)\b)|\b(?:remember|for (?:next time|later|the next times?|the future|your memory)|for (?:later|future|the next) sessions?|to your memory|in mind)\b/
const RULES = either(
  'rules?|notes?|reminder|remarks?|conventions?|preferences?|things?|requests?|wish(?:es)?|tip|fyi|nb|ps|btw|polic(?:y|ies)|principles?|habit|standards?|style|guidelines?|decision|important|memory|nit|point|context|thoughts?|concretely|once and for all|long story|one more|another|quick one|small one|the way|the (?:first|second|third|last)',
)
const RULES_ELSEWHERE = either(
  'bitte|regeln?|hinweis|merke?|merk dir|wichtig|immer|por favor|reglas?|recuerda|nota|importante|règles?|rappel|retiens|note|important|regol[ae]|ricorda|regras?|lembre\\p{L}*|onthoud|zasad[ay]|pamiętaj|правил\\p{L}*|пожалуйста|запомни|помни|важно|и ещ[её]',
)
const RULES_UNSPACED = '规则|請|请|记住|注意|重要|另外|ルール|覚えて|お願い|قاعدة|تذكر|من فضلك'
const BEFORE_RULES =
  'and|do|also|so|but|ok|as|a|an|one|two|three|four|some|few|another|more|the|this|my|our|your|just|please|can|general|basic|final|quick|small|little|tiny|new|last|important|standing|side|house|team|golden|following|project|coding|code|of|for|you|to'
/** What rules are about. */
const TOPICS = either(
  'keys?|flags?|limits?|requests|providers?|codes?|parameters?|params|args|options|fields?|events?|routes?|schemas?|commit messages|tests?|unit tests|testing|migrations?|docstrings?|imports?|exports?|types?|typing|names?|naming|files?|folders?|branch(?:es)?|commits?|tags?|releases?|dependenc(?:y|ies)|packages?|formatting|indentation|style|styling|css|html|sql|queries|tables?|columns?|ids?|dates?|times?|units?|numbers?|money|code|errors? handling|error handling|logging|git|github|ci|docker|python|typescript|javascript|rust|go|java|ruby|php|react|vue|frontend|backend|front ?end|back ?end|ui|ux|api|apis|endpoints?|database|db|security|secrets?|config|configs|settings|env vars|functions?|classes|methods|variables?|constants?|modules?|components?|hooks|state|i18n|l10n|translations|icons?|images?|colou?rs?|fonts?|plots?|charts?|seeds?|saves|loops?|return codes?|exit codes?|paths?|language|spelling|grammar|tone|workflow|deploy(?:s|ment|ments)?|builds?|linting|linter|reviews|prs|pull requests|benchmarks?|performance|scripts?|shell|terminal|editor|tools?|tooling|package manager|versions?',
)

const words = (parts: string): (() => RegExp) => pattern(`(?<![\\p{L}\\p{N}])(?:${parts})(?![\\p{L}\\p{N}])`, 'iu')
const HEADS = pattern(`${OPENING}(?:${either(REWORDS, PASSES_ON, REWORDS_ELSEWHERE)})(?![\\p{L}\\p{N}])`, 'iu')
const HANDS = words(either(REWORDS, REWORDS_ELSEWHERE, SOURCES, SOURCES_ELSEWHERE))
const HANDS_UNSPACED = pattern(either(REWORDS_UNSPACED, SOURCES_UNSPACED), 'u')
const FROM_ELSEWHERE =
  /^(?!.*\b(?:is|are|was|were)\b).*\b(?:from|by) (?:the |my |our |a |an )?(?!this|that|these|it|now|here|hand|default|you|us|me|day|then|there)\p{L}+$|\b(?:he|she|they|someone|somebody)\b|\bi (?:wrote|posted|sent|told (?!you)|replied|answered|commented|texted|typed|read|found|saw|got|received|copied|pasted)\b|\b(?:grammatical|correct english|good english|sounds? (?:ok|right|natural))\b|\b(?:should|must|to) (?:read|say)$|\b(?:rules?|conventions?|policy|habit) (?:was|were|used to)\b|@\S|\b(?:rules?|conventions?|polic(?:y|ies)|preferences?|style|guidelines?|notes?) (?:of|in|from|at|by) (?!(?:the|this|our|my) (?:project|repo|team|house|codebase|company)\b|ours|mine|thumb|conduct)|\b(?:should|could|might|may|would|can) (?:i|we|you|someone|somebody|they|he|she) \S|\b(?:i|we|you|one|they) (?:could|might|may|would) (?:say|write|tell|answer|reply)\b|^\W*(?:(?:for|an?|one|another|good|bad|first|second) )+(?:examples?|instance)\b|\be\.?g\b/iu
const SPOKEN =
  /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|i'll|me|we|we've|we're|us|you|you're|you've|u|ich|mir|wir|du|dir|yo|je|io|я|мне|我|私)(?![\p{L}\p{N}])/iu
/** Asks for something, in which nobody speaks of themselves. */
const REQUESTS =
  /\b(?:can|could|would|will) (?:you|u)\b|\b(?:want|need|would like) you to\b|\b(?:kannst|könntest) du\b|\bpuedes\b|\bpeux-tu\b|(?<!\p{L})можешь/giu
const SCOPE =
  /^\W*(?:(?:and|also|so|but|ok|then|plus)[, ]+)*(?:for|in|when|whenever|while|with|on|before|after|regarding|concerning|about|as for|because|since|if|bei|für|beim|wenn|para|cuando|pour|quand|per|quando|для|когда|при)\b/iu
const OBJECTS = /^\W*(?:no|nope|nah|wrong|stop|not|again|that's|that is|this is|it's|it is|ugh|argh|never|always)\b/i
const OWN = late(() => [
  SPOKEN,
  SCOPE,
  OBJECTS,
  new RegExp(`^\\W*(?:(?:${BEFORE_RULES}),? )*(?:${RULES})(?![\\p{L}\\p{N}])`, 'iu'),
  words(RULES_ELSEWHERE)(),
  new RegExp(RULES_UNSPACED, 'u'),
  new RegExp(
    `^[^\\p{L}@]*(?:(?:ah|oh|and|also|ok|so|the|our|all|in|for)[, ]+)*(?:(?!on |in |at |of |from |by )[\\w-]+ ){0,2}(?:${TOPICS})(?: first| in (?:this|our) [a-z]+)?$`,
    'iu',
  ),
  /^\W*(?:(?:please|pls|so|also|and|ok|well|anyway|hm+|small thing|quick|denied|next|now|then|first|second|finally|simple|obviously|clear)[, ]*)+$/i,
])

/** Of which there is one name for many, and for the text of one another. */
const PLURAL = /^\W*(?:(?:and|also|our|the|for|in|all) )*commit messages$/

const foldedLead = (text: string): string => oneLine(text.toLowerCase().replaceAll('’', "'"))

/** A message and who sent it. */
const SENT = /^\W*(?:\p{L}+ ){0,2}(?:slack|mail|e-?mail|message|note|comment|reminder|dm|text) (?:from|by)\b/iu

/** Little but a kind of text: "branch description". */
const NAMES_TEXT = pattern(`^\\W*(?:\\p{L}+ ){0,2}(?:${SOURCES})$`, 'iu')
/** The same with where it comes from: "the ticket, verbatim, from our PM". */
const FROM_SOMEBODY = pattern(
  `^\\W*(?:\\p{L}+ ){0,2}(?:${SOURCES})\\b.{0,40}\\b(?:from|by) (?:our|the|my) \\p{L}+$`,
  'iu',
)
/** Makes what others read: a pull request, a page, a release. What follows is in it. */
const MAKING = `${OPENING}(?:create|open|make|file|raise|submit|publish|prepare|generate|schedule|start|log|draft|set up|give me|update|edit|push)\\b.{0,80}\\b(?:prs?|mrs?|(?:pull|merge) requests?|issues?|tickets?|stor(?:y|ies)|bugs?|cards?|gists?|events?|releases?|pages?|discussions?|tags?|tasks?)\\b`
const MAKES = pattern(MAKING, 'iu')
/** "Bob's statement" */
const OF_SOMEBODY = /\p{Lu}\p{L}+['’]s \p{L}+$/u
const HANDED = late(() => [HEADS(), MAKES(), HANDS(), HANDS_UNSPACED(), FROM_ELSEWHERE, SENT])

/** Whose words follow what stands before a colon; a dash rarely introduces what others say. */
export function leadOf(text: string, mark: 'colon' | 'dash' = 'colon'): Lead {
  const lead = foldedLead(text)
  if (mark === 'dash')
    return [HEADS(), SENT, NAMES_TEXT(), FROM_SOMEBODY()].some((row) => row.test(lead)) || isOthers(lead)
      ? 'handed'
      : 'own'
  if (KEEPS.test(lead) || PLURAL.test(lead)) return 'own'
  if (isOthers(lead) || SUPPOSES.test(lead)) return 'handed'
  if (isLasting(lead) && !HEADS().test(lead)) return 'own'
  if (HANDED().some((row) => row.test(lead)) || OF_SOMEBODY.test(text.trim())) return 'handed'
  if (/\s\p{Lu}\p{L}+ (?:was|is|were|has|had)\b/u.test(text)) return 'unknown'
  const spoken = lead.replace(REQUESTS, ' ')
  return OWN().some((row) => row.test(spoken)) ? 'own' : 'unknown'
}

/** Whether a lead says nothing to the agent but what the following text is. */
export function isIntroduction(text: string): boolean {
  const lead = foldedLead(text)
  return !/\b(?:you|your|you're|you've)\b/.test(lead) && !isLasting(lead) && !isNegated(lead)
}

/** Where somebody else is said to say something, if nothing before that is a rule: what follows is theirs. */
function reportedAt(said: string, verbs: RegExp): number {
  for (const { 0: whole, 1: speaker = '', index } of said.matchAll(verbs)) {
    const before = said.slice(0, index + speaker.length)
    if (!/[,;:(]$/.test(speaker) && !SPEAKERS.has(speaker.replace(/^\W+/, '')) && !isLasting(before))
      return index + whole.length
  }
  return -1
}

const isOthers = (lead: string): boolean => reportedAt(lead, SAYS_BEFORE_COLON()) >= 0 || ACCORDING.test(lead)

/** Whether a sentence says what others say is to be done, or what somebody might say. What a text says is no rule if it asks for nothing. */
export function isReported(sentence: string): boolean {
  const said = foldedLead(sentence)
  if (SUPPOSES.test(said)) return true
  const from = reportedAt(said, SAYS())
  const according = said.search(ACCORDING)
  return (from >= 0 && isRequest(said.slice(from))) || (according >= 0 && !isLasting(said.slice(0, according)))
}

/** Whether words could be a rule. */
function isRequest(said: string): boolean {
  const [first = '', second = ''] = said
    .trim()
    .replace(/^[^\p{L}]*(?:that |to |you |it )*/u, '')
    .split(/[\s,]+/)
  return isLasting(said) || isNegated(said) || REQUIRES.test(said) || ACTIONS.has(first) || ACTIONS.has(second)
}

const REQUIRES =
  /\b(?:use|prefer|instead|rather|over|must|should|shall|ha(?:s|ve) to|needs?|ought|only|every|each|all|any|everywhere|we)\b/

/** Where in a sentence the words begin that it gives to others: "reply that …", "commit with the message …"; -1 if it does not. */
export function passedOnAt(sentence: string): number {
  const found = PASSED_ON().exec(sentence)
  if (found !== null) return found[0].length
  const restart = sentence.search(RESTART)
  return restart >= 0 && !INTERJECTS.test(sentence.slice(0, restart + 1)) ? restart + 2 : -1
}

/** How rules begin. */
const STARTS =
  "always|never|from (?:now|here|today)|don't|do not|prefer|avoid|every|whenever|going forward|immer|nie|niemals|ab (?:jetzt|sofort)|bitte|wir|siempre|nunca|a partir|toujours|jamais|à partir|désormais|всегда|никогда|с этого"

const PASSED_ON = pattern(
  either(
    String.raw`${OPENING}(?:(?:${TELLS})\b[^.!?]{0,60}?\s(?:that|saying|stating)|(?:${PASSES_ON})\b[^.!?]{0,80}?\s(?:saying|stating|titled|(?:with|using) (?:the |this |a )?(?:commit )?(?:message|title|subject|text|words?|caption)))\s+`,
    String.raw`${MAKING}[^.!?]{0,80}?\s(?:saying|stating|(?:(?:with|using|and) (?:the |this |a )?(?:body|description|summary|notes?|content|comment|message|title|subject|text)))\s+(?!(?:that|which|for|of|from the|in|and|about|to)\b)`,
    String.raw`${OPENING}(?:${TELLS_ELSEWHERE})\s+`,
    String.raw`^.{0,120}?\b(?:fail(?:s|ed)|stop(?:s|ped)|dies|died|crash(?:es|ed)|exits?|exited|ends|begins|starts|answers|responds) with (?=(?:${STARTS})(?![\p{L}\p{N}]))`,
    String.raw`^.{0,60}?\b(?:avec le message|con el mensaje|mit der (?:nachricht|message)|com a mensagem)\s+`,
    String.raw`^.{0,60}?\b(?:hash|sha\d*|md5|length|translation|meaning) of (?=(?:${STARTS})(?![\p{L}\p{N}]))`,
    String.raw`^(?!.*\b(?:i|we|i'm|we're) (?:\w+ )?saying\b).{0,120}?\b(?:saying|stating|(?:that|which|who) (?:says?|reads?|said)) (?=(?:${STARTS})(?![\p{L}\p{N}]))`,
    String.raw`^.{0,80}?\bis it (?:true|correct|right|clear|known) (?:that|to say)\s+`,
    String.raw`^.{0,120}?\b(?:had|has|have|held|there(?:'s| is| was)|contain(?:s|ed)|found|saw|see) (?:an?|this|the) (?:\w+ ){0,2}(?:line|sentence|comment|entry|passage)s?,?(?: \(?(?:#|//|--|/\*))?\s+(?=(?:${STARTS})(?![\p{L}\p{N}]))`,
    String.raw`^.{0,120}?\b(?:contain(?:s|ing)|titled|named|called|label(?:l?ed)|reading|(?:users?|customers?|someone|somebody|person|they|he|she|who) (?:types?|typed|enters?|entered)|(?:the|this|a) (?:words?|text|string|phrase|prompt|sentence|line|caption|message|title|query|question|input|value)) (?=(?:${STARTS})(?![\p{L}\p{N}]))`,
    String.raw`^[\w.-]{1,40}(?:>|\s?=)\s?(?=(?:${STARTS}|we|use|no|please)(?![\p{L}\p{N}]))`,
  ),
  'iu',
)
/** The same as words that a new sentence begins with, though none has ended: the rest is a quotation without its marks. */
const RESTART =
  /[\p{Ll}\p{N}>=\]] (?=(?:From (?:now|here|today)|Always|Never|We|Use|Do not|Don't|Please|Prefer|Avoid|Every|Whenever|Going forward|Ab (?:jetzt|sofort)|Immer|Niemals|A partir|Siempre|Nunca|À partir|Toujours|Désormais|Всегда|Никогда|С этого)(?![\p{L}\p{N}]))/u
/** Interjections after which people begin anew. */
const INTERJECTS = /^\W*(?:(?:\p{L}+'?\p{L}*)[\s,]*){0,2}$/u

const DEICTIC = `(?:the )?(?:following|below|next (?:line|paragraph|sentence|message)|as follows)|(?:the|this|that|these|those) (?:following )?(?:${SOURCES})(?: below)?`
const DEICTIC_ELSEWHERE =
  'folgende\\p{L}*|diesen text|siguientes?|este texto|suivante?s?|ce texte|seguintes?|questo testo|seguente|следующ\\p{L}*|этот текст'
const PRONOUN = '(?:this|that|it|these|those)'
/** Whoever publishes "this" means a text, and not the work that was just done. */
const PUBLISHES = 'post|tweet|publish|announce|e-?mail|mail|paste|dm|read (?:out|aloud)'
/** What follows is the text that such a sentence is about; `isLineEnd`: it ends its line. */
const FOLLOWED = pattern(
  `\\bas follows$|\\b(?:my|this|the following) (?:\\p{L}+ ){0,2}(?:message|e-?mail|mail|post|tweet|reply|letter|announcement|draft|text)(?: (?:before|for|to)\\b.*)?$|^\\W*what (?:does|do|did) (?:this|that|these|it) mean$|${OPENING}(?:${PUBLISHES}) ${PRONOUN}\\b|${OPENING}(?:${LOOKS_AT}) (?:this|these|that) (?:tweet|mail|e-?mail|text|sentence|paragraph|message|letter|article|post|essay|poem|quote|review|note)s?\\b|\\b(?:sent|forwarded|shared|left|gave|handed)\\b.{0,30}\\b(?:${SOURCES}|this|that|these)$|\\b(?:this|that|these) (?:sentence|text|line|phrase|wording|message|paragraph|e?-?mail|quote|statement|string|excerpt)s?$|^\\W*is (?:this|that|it) an? \\S+(?: \\S+)?$|${OPENING}(?:${REWORDS})\\b.{0,20}?\\b(?:${DEICTIC}|${PRONOUN}(?=$|[.,;!?]| (?:in|into|to|for|as|please|quickly)\\b))|${OPENING}(?:${either(PASSES_ON, LOOKS_AT)})\\b.{0,40}?\\b(?:following|below|next (?:line|paragraph|sentence|message))\\b|\\b(?:which|what) (?:language|mood|tone|sentiment|meaning|kind of \\S+)\\b.{0,20}\\b(?:this|that|it)$|(?:${REWORDS_ELSEWHERE}).{0,40}(?:${DEICTIC_ELSEWHERE})|(?:${DEICTIC_ELSEWHERE}).{0,40}(?:${REWORDS_ELSEWHERE})|(?:${SOURCES_UNSPACED}).{0,12}(?:什么意思|是什么|怎么样|如何|对吗|何|どう|意味|どういう)`,
  'iu',
)
const FOLLOWED_AT_LINE_END = pattern(
  `\\b(?:(?:with|as|for|using) (?:the |this |a )?|and this )(?:body|description|text|content|title|message|caption|subject)s?$|\\b(?:contains?|reads|says|prints|shows|attached|past(?:ed|ing)|cop(?:ied|ying)|forward(?:ed|ing))\\b|\\b(?:of|about|from|says|that|reads)$|\\b(?:following|below|next line|as follows|pass (?:this|it|that) on)\\b|^\\W*(?:[\\p{L}.-]+['’]s? |(?:\\p{L}+ ){0,3})(?:feedback|notes|minutes|mail|e-?mail|message|comment|review|reviewer|ticket|issue|letter|post|article|excerpt|transcript|output|log)s?(?: (?:#?\\d+|(?:from|of|by|on|in) .{1,40}|excerpt))?$|${OPENING}(?:${either(REWORDS)})(?:[^.!?]{0,30})$|${OPENING}(?:${either(PASSES_ON, LOOKS_AT)}) ${PRONOUN}(?: .{0,30})?$|(?<!\\p{L})(?:${REWORDS_ELSEWHERE})(?!\\p{L})|${REWORDS_UNSPACED}|(?:${OPENING}|^.{0,40}\\b)(?:here(?:'s| is| are)|this is|that's|these are|below|voici|hier ist|das ist|esto es|aquí|ecco|вот)\\b.{0,60}(?<!\\p{L})(?:${either(SOURCES, SOURCES_ELSEWHERE)})(?!\\p{L}).{0,40}$|(?:这是|これは).{0,20}(?:${SOURCES_UNSPACED})`,
  'iu',
)
const PRECEDED = pattern(
  `^\\W*(?:\\^+|who\\b.{0,20}\\b(?:wrote|said|says|posted)|(?:this|that|it|these) (?:is|was|comes|came|are) (?:from|by|out of)|.{0,60}\\b(?:this|that) (?:ya?ml|json|csv|xml|toml|markdown)\\b|(?:which|what|is|are|does|do)\\b.{0,40}\\b(?:mean|meant|clearer|still true|grammatical|(?:of )?(?:these|those|the) two)\\b)|${OPENING}(?:${either(REWORDS, PASSES_ON, LOOKS_AT)})\\b.{0,30}?\\b(?:this|that|these|those) (?:${SOURCES})\\b|(?:${either(REWORDS, REWORDS_ELSEWHERE, REWORDS_UNSPACED)}).{0,40}(?<!\\p{L})(?:above|previous|oben|obigen?|ci-dessus|arriba|anterior|sopra|выше|上面|以上|上記)`,
  'iu',
)
const WAS_SAID =
  /^(?!\W*(?:this|that|here|it|these)\b)(?:.{8,}\b|\W*)(?:is|was) (?:exactly )?what (?!i |we |you )\S+ (?:\S+ )?(?:wrote|said|says|told|posted)\b/
const PRECEDED_AT_END = pattern(
  `${OPENING}(?:summari[sz]e|sum up|tl;?\\s?dr|translate|proof-?read|re-?phrase|paraphrase|re-?word|spell-?check)(?: ${PRONOUN}| the text)?(?: (?:please|pls|for me|(?:in|into|to|as) .{1,40}))?$`,
  'iu',
)

/** Where the text is that a sentence without a colon hands over; on both sides if it does not say. */
export function handsOver(
  sentence: string,
  { isLineEnd, isLast, isFirst }: { readonly isLineEnd: boolean; readonly isLast: boolean; readonly isFirst: boolean },
): { readonly isBefore: boolean; readonly isAfter: boolean } {
  const said = foldedLead(sentence).replace(/[\s.!?。！？]+$/, '')
  return {
    isBefore: WAS_SAID.test(said) || (!isFirst && (PRECEDED().test(said) || (isLast && PRECEDED_AT_END().test(said)))),
    isAfter: !isLast && (FOLLOWED().test(said) || (isLineEnd && FOLLOWED_AT_LINE_END().test(said))),
  }
}
