import { vocabularyOf } from '@hindcast/redaction/derived.ts'
import { languageOf } from './known-languages.ts'
import { textWords } from './text-words.ts'

/** Files of no language that is known, which set values by keys: those whose names begin with a dot, and by their endings. */
const SETTINGS = /(?:^|\/)\.[^/]*$|\.(?:env(?:\.[^/]*)?|ini|cfg|conf|cnf|properties|prefs|tfvars|plist)$/i

/** Whether a file sets values, which are nobody's to find. */
export function isSettings(path: string): boolean {
  const language = languageOf(path)
  return language === undefined ? SETTINGS.test(path) : language.isSettings === true
}

/** The parts of settings by their form: an import, a key, what is called, and any other word, which has no group. */
const part = (): RegExp =>
  new RegExp(
    [
      String.raw`(^[ \t]*(?:from[ \t]+\S+[ \t]+import|import)[ \t].*)`,
      String.raw`((?<![^\s{,;])["']?[\p{L}\p{N}_$.@/-]+["']?[ \t]*(?:=[ \t]*["'[{]*(?=[\p{L}\p{N}_./$\\-])|:(?=[\s"'{[]|$)|(?<=["'][ \t]*|^[ \t]*[^\s:]+):(?![:/])))`,
      String.raw`((?<![\p{L}\p{N}_$@:/+-])[\p{L}_$][\p{L}\p{N}_$.]*\()`,
      '[^\\s"\'`,;()[\\]{}<>|]+',
    ].join('|'),
    'gmu',
  )

/** `module:function`, `package.Class`, a path: names joined by one mark each, and nothing that an address has besides. */
const REFERENCE =
  /^(?:@\/?|(?:\.{1,2}\/)+|\/|\.)?[\p{L}_$][\p{L}\p{N}_$-]*(?:(?:::|[./:#\\])[\p{L}_$*][\p{L}\p{N}_$-]*)+[./]*$/u

/** The text of a file with the values blanked that settings have, unless their form refers to code; every character keeps its place. */
export const withoutValues = (path: string, text: string): string =>
  isSettings(path)
    ? text.replace(part(), (word, imported?: string, key?: string, called?: string) =>
        (imported ?? key ?? called) !== undefined || REFERENCE.test(word) ? word : ' '.repeat(word.length),
      )
    : text

/** The words by which a file's text is found: of settings, not their values. Undefined if there are too many. */
export function usedWords<T extends string>(path: string, text: T): readonly T[] | undefined {
  const used = isSettings(path) ? vocabularyOf(withoutValues(path, text)) : undefined
  return textWords(text, (word) => used?.has(word) !== false)
}
