import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { apart } from '@hindcast/text/words.ts'
import { isCommonElsewhere, withoutCommon } from './cues.ts'
import { HAS_UNSPACED } from './sentences.ts'

/**
 * The words of a text that say something about its subject, in lower case. Scripts without spaces have no words to split at:
 * their letters are taken in pairs, each letter once, or, `overlapping`, with both of its neighbours, so that a text is found
 * in another wherever it begins.
 */
export function contentOf(text: string, overlapping = false): string[] {
  const plain = text.toLowerCase()
  const said = HAS_UNSPACED().test(plain)
    ? (apart(plain).match(/[\p{L}\p{M}\p{N}_]{2,}/gu) ?? []).flatMap((word) => contentPieces(word, overlapping))
    : (plain.match(/[\p{L}\p{M}\p{N}_]{3,}/gu) ?? [])
  const own = said.filter((word) => !STOP_WORDS.has(word))
  const common = own.filter(isCommonElsewhere).length
  return common > Math.max(1, said.length - own.length) ? own.filter((word) => !isCommonElsewhere(word)) : own
}

const contentPieces = (word: string, overlapping: boolean): string[] =>
  HAS_UNSPACED().test(word) ? pairsOf(word, overlapping) : word.length < 3 ? [] : [word]

function pairsOf(run: string, overlapping: boolean): string[] {
  const parts = withoutCommon(run).match(/\p{sc=Katakana}[\p{sc=Katakana}ー]+|[^\s\p{sc=Katakana}ー]{2,}/gu) ?? []
  return parts.flatMap((part) => {
    if (/^\p{sc=Katakana}/u.test(part)) return [part]
    const letters = [...part]
    const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
    return overlapping ? pairs : pairs.filter((_, at) => at % 2 === 0)
  })
}
