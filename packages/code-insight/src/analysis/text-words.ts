import { vocabularyOf } from '@hindcast/redaction/derived.ts'
import { languageOf } from './known-languages.ts'

/** Files whose text is not searched: documents only talk about names, the others are no text that a person wrote. */
const NO_USE =
  /\.(?:rst|txt|adoc|log|lock|svg|csv|tsv|map|png|jpe?g|gif|webp|ico|bmp|pdf|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|jar|class|wasm|so|dylib|dll|exe|o|a|bin|db|sqlite3?|mp[34]|mov|webm|ogg|wav|pyc)$|(?:^|\/)(?:[\w-]+-lock\.\w+|CHANGELOG[^/]*|LICENSE[^/]*)$/i

/** Whether the text of a file may use a name. */
export const mayUseNames = (path: string): boolean => languageOf(path)?.isProse !== true && !NO_USE.test(path)

/** Nobody writes so long a name. */
const LONGEST = 100
/** With more, a text is data. */
const MOST_WORDS = 20_000

/** The words by which a text is found that names something, each once and Clean where it is; undefined if there are too many to keep. */
export function textWords<T extends string>(text: T, isUsed = (_: T): boolean => true): readonly T[] | undefined {
  const words = [...vocabularyOf(text)].filter((word) => word.length <= LONGEST && isUsed(word))
  return words.length > MOST_WORDS ? undefined : words
}
