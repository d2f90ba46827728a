import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'

/**
 * The words of languages other than English that say for how long a rule holds, and that negate one. The grammar reads
 * English; in other languages these words and the weights decide. A language is added by its words.
 */
interface Language {
  readonly lasting: string
  readonly negation: string
}

/** Words that are written apart; `|` separates them. */
const SPACED: readonly Language[] = [
  {
    lasting:
      'immer|nie|niemals|ab (?:jetzt|sofort|heute)|von nun an|künftig|zukünftig|in zukunft|jedes mal|jedesmal|nächstes mal|grundsätzlich|generell',
    negation: 'nicht|kein|keine|keinen|keinem|keiner|nie|niemals|niemand|nirgends|ohne|verboten',
  },
  {
    lasting:
      "toujours|jamais|désormais|dorénavant|à partir de maintenant|à l'avenir|la prochaine fois|chaque fois|systématiquement",
    negation: 'ne|pas|jamais|aucun|aucune|personne|sans|interdit',
  },
  {
    lasting: 'siempre|nunca|jamás|a partir de ahora|de ahora en adelante|en adelante|la próxima vez|cada vez|por norma',
    negation: 'no|nunca|jamás|ningún|ninguna|nadie|sin|prohibido',
  },
  {
    lasting: 'sempre|nunca|jamais|a partir de agora|daqui em diante|da próxima vez|toda vez',
    negation: 'não|nao|nunca|nenhum|nenhuma|ninguém|sem|proibido',
  },
  {
    lasting: "sempre|mai|d'ora in poi|da adesso|la prossima volta|ogni volta|in futuro",
    negation: 'non|mai|nessun|nessuna|nessuno|senza|vietato',
  },
  { lasting: 'altijd|nooit|voortaan|vanaf nu|de volgende keer', negation: 'niet|geen|nooit|niemand|zonder' },
  {
    lasting: 'zawsze|nigdy|od teraz|od dziś|następnym razem|za każdym razem',
    negation: 'nie|nigdy|żaden|żadnych|bez|nikt',
  },
  {
    lasting: 'всегда|никогда|впредь|отныне|с этого момента|в следующий раз|каждый раз|отсюда и далее',
    negation: 'не|никогда|никто|нельзя|без|запрещено|нет',
  },
]

/** Words of languages that are written without spaces. */
const UNSPACED: readonly Language[] = [
  { lasting: '永远|始终|以后|今后|从现在|总是|一律|下次|每次|绝不|从不', negation: '不|别|勿|没|禁止|无需' },
  { lasting: '今後|必ず|常に|毎回|次回|これから|決して|絶対', negation: 'ない|ません|禁止|やめて|しないで' },
]

const languagePattern = (part: keyof Language): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${SPACED.map((each) => each[part]).join('|')})(?![\\p{L}\\p{N}])|${UNSPACED.map((each) => each[part]).join('|')}`,
    'u',
  )

/** Matches words of other languages that make a rule permanent. */
export const LASTING_ELSEWHERE = languagePattern('lasting')
/** Some of these words mean something else in English, so they are looked for in other text only. */
const NEGATION_ELSEWHERE = languagePattern('negation')

/** Whether a text says that something is not so or not to be. */
export function isNegated(text: string): boolean {
  const plain = text.toLowerCase().replaceAll('’', "'")
  return NEGATION.test(plain) || (NEGATION_ELSEWHERE.test(plain) && !isEnglish(plain))
}

const NEGATION =
  /\b(?:not|never|no|none|nor|nobody|nothing|nowhere|stop|avoid|quit|without|hate|dislike|forbidden|banned|ban|hands off|off[- ]limits|cannot|dont|doesnt|cant|isnt|arent|wont|zero)\b|n't\b/

const isEnglish = (plain: string): boolean => plain.split(/[\s,.!?]+/).filter((word) => STOP_WORDS.has(word)).length > 1
