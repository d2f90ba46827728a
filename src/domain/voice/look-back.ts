import { pattern } from '@hindcast/text/late.ts'

/**
 * How a person asks for what was before: "as before", "what did we decide about", "do you remember". A language is added by
 * its row; `|` separates phrases, each of which may be a pattern.
 */
const SPACED: readonly string[] = [
  // English
  [
    "(?:(?:just |exactly )?(?:as|like|the way|how)|(?:the )?same (?:way|thing|approach|fix|trick|pattern|idea|style) as) (?:(?:we|you|i)(?:'ve| have| had)? (?:\\w+ ){1,4}?)?(?:(?:it |that |this |them )?(?:before(?! (?:each|every|any|all|the|an?|it|we|you|i|he|she|they|that|this|\\w+ing)\\b)|earlier|previously|already|back then|last time|the last time|last (?:week|month|year|session|sprint|release)|yesterday|the other day))",
    "(?:what|why|how|when|where|which|who)(?: (?!do |does |should |can )[\\w-]+){0,4}? (?:did|had|have|was|were)(?:n['’]?t)? (?:we|i|it)\\b(?:(?! just ).){0,60}?\\b(?:decid|agree|cho[os]se|pick|settl|conclud|sa(?:y|id)|land(?:ed)? on|end(?:ed)? up|go(?:ne)? with|went with|solv|fix|handl|deal|dealt|do(?:ne)?\\b|try|tried|implement|use\\b|used|work(?:ed)? around|find|found|discuss|want|reject|drop|revert|remove|rename|switch|change|add|put|leave|left|keep|kept|set\\b|build|built|get\\b|got\\b|come up)",
    "(?:did|didn['’]t|have|haven['’]t|hadn['’]t) (?:(?:we|i) (?:already |ever |not |once |previously )*|you (?:already |ever |once |previously )+)(?:decid|agree|ch[oo]se|chosen|pick|settl|conclud|discuss|solv|fix|tr(?:y|ied)|se(?:e|en)|handl|do(?:ne)?\\b|implement|hit|run into|reject|say|said|talk)",
    '(?:do|did|can) you (?:still )?(?:remember|recall)|(?:as|if) (?:i|you|we) (?:remember|recall)|remember (?:when|how|what|why|that (?:time|bug|we)|the (?:time|bug|discussion|decision))|remind me',
    "(?:we|you|i)(?:['’]ve| have| had)? (?:already |once |previously |also )*(?:decided|agreed|chosen|chose|settled|discussed|fixed|solved|tried|handled|talked about|looked (?:at|into)|seen|saw|hit|rejected|ruled out|had|did|done)\\b.{0,80}?\\b(?:before|earlier|already|last time|last (?:week|month|year|session)|yesterday|the other day|back then|in the past|a while ago|(?:days?|weeks?|months?) ago)",
    '(?:in|from|during) (?:an?|the|our|your|my) (?:earlier|previous|last|prior|other) (?:session|conversation|chat|discussion|attempt|fix|decision)|(?:the|our|your) (?:earlier|previous|last) (?:decision|discussion|session|conversation|agreement|attempt|fix)',
    "wasn['’]t there (?:some|a|an)|(?:that|as|what|like) we(?:['’]d| had| have)? (?:agreed|decided|settled|concluded|discussed)",
    'last time|(?:what|which) was (?:the|our) (?:decision|conclusion|reason|outcome|verdict|agreement|plan|cause|fix|workaround)|was (?:decided|agreed|settled|concluded)|(?:came|come|happen(?:ed)?|broke|fail(?:ed|s)?|is back|shows? up|appear(?:ed|s)?) (?:up )?again',
  ].join('|'),
  // German
  'wie (?:(?:beim|das) )?(?:letzte[ns]? mal|neulich|damals|vorher|zuvor|früher|gehabt|gestern|letzte woche|schon einmal)|(?:was|wie|warum|wieso|weshalb|wann|wofür|welche[nrs]?)(?!\\p{L}).{0,60}? hatten wir(?!\\p{L})|(?:hatten|haben) wir .{0,80}?(?:schon|bereits|damals|neulich|letztens|entschieden|beschlossen|vereinbart|besprochen|gelöst|behoben|gewählt|gemacht|verworfen)|(?:was|wie) (?:war|wurde) .{0,60}?(?:entscheidung|entschieden|beschlossen|grund|lösung)|erinnerst du dich|weißt du noch|beim letzten mal|letztes mal|in der letzten sitzung|schon wieder',
  // French
  "comme (?:la dernière fois|avant|précédemment|auparavant|hier|la semaine dernière|on (?:l['’])?a(?:vait)? fait)|(?:qu['’](?:est-ce qu['’])?|que |pourquoi |comment |quand |quelle? .{0,40}?)(?:on |nous )?(?:a(?:vait|vions|vons)?|a-t-on|avons-nous|avions-nous) (?:on |nous )?(?:décidé|choisi|convenu|fait|réglé|corrigé|dit|retenu|résolu)|(?:qu['’]avait-on|qu['’]avons-nous|pourquoi avait-on|pourquoi avons-nous)|tu te (?:souviens|rappelles)|rappelle[- ]moi|on (?:l['’])?a(?:vait)? déjà|la dernière fois|lors de la (?:session|séance) (?:précédente|dernière)",
  // Spanish
  'como (?:la (?:última|otra) vez|antes|ayer|la semana pasada|ya (?:lo )?hicimos|lo hicimos|habíamos)|(?:qué|por qué|cómo|cuándo|cuál(?:es)?|dónde)(?!\\p{L}).{0,40}? (?:decidimos|acordamos|elegimos|hicimos|resolvimos|arreglamos|dijimos|habíamos|quedamos|usamos)|¿?(?:te acuerdas|recuerdas)|ya (?:lo )?(?:decidimos|resolvimos|arreglamos|hablamos|habíamos)|la última vez|en la sesión anterior|recuérdame',
  // Portuguese
  'como (?:da (?:última|outra) vez|antes|ontem|na semana passada|já fizemos|fizemos|combinamos)|(?:o que|por que|por quê|porque|como|quando|qual|onde)(?!\\p{L}).{0,40}? (?:decidimos|combinamos|escolhemos|fizemos|resolvemos|corrigimos|dissemos|tínhamos|usamos)|(?:você )?(?:lembra|se lembra|lembras-te)|já (?:tínhamos|decidimos|resolvemos|corrigimos|falamos)|da última vez|na sessão anterior',
  // Italian
  "come (?:l['’](?:ultima|altra) volta|prima|ieri|la settimana scorsa|avevamo|abbiamo (?:già )?fatto)|(?:cosa|che cosa|perché|come|quando|quale|dove)(?!\\p{L}).{0,40}? (?:abbiamo|avevamo) (?:deciso|scelto|fatto|risolto|concordato|detto|usato|corretto)|ti ricordi|(?:l['’])?abbiamo già|avevamo (?:già )?(?:deciso|scelto|concordato)|l['’]ultima volta|nella sessione precedente",
  // Dutch
  'zoals (?:de vorige keer|vorige keer|eerder|gisteren|vorige week|daarvoor|toen)|(?:wat|waarom|hoe|wanneer|welke)(?!\\p{L}).{0,40}? hadden we(?!\\p{L})|(?:hadden|hebben) we .{0,60}?(?:al|eerder|besloten|afgesproken|opgelost|gekozen|gedaan)|weet je nog|herinner je je|de vorige keer|vorige keer|in de vorige sessie',
  // Polish
  '(?:tak )?jak (?:ostatnio|wcześniej|poprzednio|wczoraj|poprzednim razem|w zeszłym tygodniu)|(?:co|dlaczego|czemu|jak|kiedy|któr\\w+)(?!\\p{L}).{0,40}? (?:zdecydowaliśmy|ustaliliśmy|wybraliśmy|zrobiliśmy|naprawiliśmy|rozwiązaliśmy|postanowiliśmy)|(?:czy )?pamiętasz|już (?:to )?(?:ustaliliśmy|naprawialiśmy|robiliśmy|mieliśmy)|poprzednim razem|ostatnim razem|w poprzedniej sesji',
  // Russian
  'как (?:в (?:прошлый|тот) раз|раньше|прежде|вчера|на прошлой неделе|мы делали|до этого)|(?:что|почему|зачем|как|когда|какой|какую|какое)(?![\\p{L}]).{0,40}? (?:мы (?:тогда )?)?(?:решили|договорились|выбрали|сделали|исправили|починили|обсуждали)|(?:ты )?помнишь|напомни|мы уже (?:\\p{L}+ ){0,2}(?:решили|решали|делали|чинили|обсуждали|исправляли)|в прошлый раз|в прошлой сессии',
]

/** The same in languages that are written without spaces. */
const UNSPACED: readonly string[] = [
  '像(?:上次|之前|以前|昨天)|和(?:上次|之前|以前)一样|(?:上次|之前|以前|当时)(?:我们)?.{0,12}?(?:怎么|为什么|决定|讨论|解决|修|说|选|做)|我们.{0,12}?(?:决定了?什么|决定过|讨论过|解决过)|还?记得',
  '(?:前回|以前|この前|前|先日|昨日)(?:と同じ|のように|みたいに|の通り|どおり)|(?:前回|以前|この前|先日)(?:は|の|、)?.{0,20}?(?:決め|話し|直し|どう|なぜ|何)|(?:どう|何に|何を|なぜ.{0,20}?に)決めた|覚えて(?:い)?(?:る|ます)',
]

const LOOKS_BACK = pattern(`(?<![\\p{L}\\p{N}])(?:${SPACED.join('|')})|${UNSPACED.join('|')}`, 'iu')
/** Longer sentences are read up to here. */
const READ = 1_000

/** Whether a sentence asks explicitly for what was done, said or decided before. */
export const looksBack = (sentence: string): boolean => LOOKS_BACK().test(sentence.slice(0, READ))
