import { pattern } from '@hindcast/text/late.ts'
import { isPasted } from '../memory/intent.ts'
import { ACTIONS, LEADS, QUESTION_WORDS } from '../memory/words.ts'
import { leadOf } from './leads.ts'

/**
 * What a line of a prompt looks like. `document`: the beginning of what others wrote, whatever comes after it. `printed`: written by
 * a program, or quoting one. `code`: indented like code. `heading`: the name of what follows. `signature`: the name of who wrote
 * what stands before. `closing`: what stands on the line before that name, with which the text ends.
 */
export type LineKind = 'document' | 'printed' | 'code' | 'heading' | 'signature' | 'closing' | 'said'

/** Reads one line. `text`: without white space around it; `indented`: how it begins; `next`: the lines after it. */
export function lineKind(text: string, indented: string, next: string): LineKind {
  if (DOCUMENT().test(text) || HEADER.test(text) || (/^Given /.test(text) && /^\s*(?:When|And|Then) /.test(next)))
    return 'document'
  if (PRINTED.test(text) || CODED.test(text) || isPasted(text)) return 'printed'
  if (KEYED.test(text) && /^[ \t]{2,}[\w-]+:(?:\s|$)/.test(next)) return 'printed'
  if (/^(?: {4}|\t)/.test(indented) && !ITEM.test(text)) return 'code'
  if (SIGNATURE.test(text)) return 'signature'
  if (CLOSING.test(text) && /^\s*\p{Lu}[\p{L}. ]{1,40}\s*$/u.test(next)) return 'closing'
  return isHeading(text) ? 'heading' : 'said'
}

const DOCUMENT = pattern(
  [
    '#{1,3} ',
    'implement the following plan',
    String.raw`\/[\w:-]+ `,
    String.raw`diff --git|index [0-9a-f]{6,}|commit [0-9a-f]{7,}|@@ |\+\+\+ |traceback`,
    String.raw`(?:\$|❯|>>>|PS [A-Z]:\S*>) |\S.{0,60} ❯ `,
    String.raw`(?:-{3,}|\*{3,}|={3,}|_{3,})(?:$| \S)`,
    // E-mail, tickets, chats
    '(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|gesendet|de|para|asunto|objet|envoyé|от|кому|тема|发件人|收件人|主题|件名|差出人)\\s*[:：]',
    '(?:title|description|summary|acceptance criteria|steps to reproduce|expected(?: behaviou?r| result)?|actual(?: behaviou?r| result)?|environment|priority|assignee|reporter|author|labels?|comments?|status|as an? [\\p{L} ]{2,30} i want)\\s*(?:[:：]|$|\\bto\\b)',
    '(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte\\p{L}*|bonjour|ch[eè]re?s?|hola|estimad\\p{L}+|ciao|cari|привет|уважаем\\p{L}+|здравствуйте) (?!claude|there|again|agent|you)[^.!?:]{1,40}[,!]?$',
    '(?!.*\\b(?:at|from|until|till|by|before|after) \\d)\\S[^.!?:]{0,50}[ ,–—-]+[\\[(]?\\d{1,2}[:.]\\d\\d(?:[:.]\\d\\d)?(?: ?[ap]m)?[\\])]?$',
    'merge (?:branch|pull request|remote)',
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/, '^(?:')
    .concat(')'),
  'iu',
)

/** A line that a program wrote, or that quotes one. */
const PRINTED =
  /^(?:[;%=&~']{1,3}\s|[^>\n]{1,30} > [^>\n]{1,30} > |\\\w+[{[]|exception in |caused by|(?:not )?ok \d+\b|file ["“]|[^\t]*\S\t|[^;]{0,40};\S[^;]*;\S|[a-d][).]\s|(?:[-*+]\s)?(?=[0-9a-f]*\d)[0-9a-f]{7,40}\s|(?:(?:pr|issue|ticket|bug|mr)\s?#?|#)\d+\b|(?:todo|fixme|xxx|hack)\b|@(?!claude)\w+\s|(?:enoent|eacces|eperm|eexist|econn[a-z]+|eaddrinuse|etimedout)\b|(?:(?:error|warn(?:ing)?|info|debug|trace|fatal|critical) \d)|\S{1,20} ERR!|[>|│┃❯]|\/\/|--\s|<[^<>\s]{1,30}>\s|\+\S|[{}[\]"]\S*\s*$|["'][\w-]+["']\s*:|[\w.-]*,\S|\[?\d{1,2}:\d\d)/i
/** Who wrote what stands before it. */
const SIGNATURE =
  /^(?:[-–—~]\s?|[-–—]{2}\s?|(?:best|regards|cheers|yours|love|grüße|viele grüße|saludos|cordialement),?\s*)\p{Lu}\p{L}+(?: \p{Lu}\p{L}*){0,2}$/u
/** What stands on the line before who wrote it. */
const CLOSING =
  /^(?:(?:all the )?best|(?:best|kind|warm) (?:regards|wishes)|regards|sincerely|cheers|yours(?: \w+)?|love|(?:viele |liebe |beste )?grüße|mit freundlichen grüßen|(?:un )?saludos?|cordialement|bien à vous|cordiali saluti|с уважением),?$/iu
/** A field of a message's head. */
const HEADER = /^[A-Z]\w*(?:-[A-Z]\w*)+: \S/
/** The number of a ticket, or a command in capitals. */
const CODED =
  /^(?!UTF|ISO|SHA|PEP|RFC|ES|AES|HTTP|TLS|MD|GPT)[A-Z]{2,10}(?:-\d+|\d{4,})\b|^(?:RUN|REM|CMD|ENV|COPY|ENTRYPOINT|LABEL) /
/** A key with a value, as data have; others are indented below it. */
const KEYED = /^(?:- )?[\w-]+: +\S/

/** A list item. */
export const ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s/

/** A short line without a verb, such as a name in a chat or a title, unless people begin like this. */
function isHeading(text: string): boolean {
  if (text.length > LONGEST_HEADING || /[.!?:;,…。！？：]$/.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const [first = ''] = words
  if (INTERJECTIONS.has(first) || ACTIONS.has(first) || LEADS.has(first) || QUESTION_WORDS.has(first)) return false
  const isName = words.length === 1 && NAME.test(text)
  const isTitle = TITLE.test(text) && (/\d/.test(text) || words.some((word) => OF.has(word)))
  return (isName || (isTitle && !words.some((word) => SAYING.has(word)))) && leadOf(text) !== 'own'
}

/** Of a title, what says where a text comes from. */
const OF = new Set(['of', 'from', 'by', 'de', 'von', 'del', 'des', 'от'])
const LONGEST_HEADING = 60
const NAME = /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,20}$/u
const TITLE = /^[\p{Lu}\p{N}#§*v]/u
/** Words of sentences that say something to the agent. */
const SAYING = new Set(
  `i i'm i've i'd you you're we we're it it's he she they there is are was were be been do does did don't doesn't didn't can can't could
  would should shall will won't must may might need needs want wants have has had let let's this that these those always never not no isn't
  aren't fails fail failing broken breaks works work please still again now here me us my our your when if so use uses using`.split(
    /\s+/,
  ),
)
/** Words that people say by themselves, or begin with. */
const INTERJECTIONS = new Set(
  `ok okay yes yeah yep yup no nope thanks thank thx ty please pls hi hey hello great perfect nice cool good super awesome done sure fine right exactly
  correct agreed lgtm sorry wait stop hmm hm ugh also and so but btw fyi ps next again wrong continue proceed go rule rules note notes remember
  important reminder ja nein danke bitte gut super weiter sí si gracias vale oui non merci да нет спасибо`.split(/\s+/),
)
