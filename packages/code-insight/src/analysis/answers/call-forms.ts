import { languageNamed, languageOf } from '../known-languages.ts'
import type { CodeView } from '../view.ts'
import { escapedPattern, type Sought } from './sought.ts'

/** What a statement or a value may begin after, where a name alone is a call. */
const BEFORE_BARE =
  '(?:^|\\|>|[;|&({!=,`]|<-|->|\\b(?:then|do|else|if|unless|while|until|and|or|not|in|return|when))\\s*'

/**
 * What is written like a call of a name, or a reference to it, in a file of a language in which calls are found by what is
 * written, so that some are lost; undefined where none of them can be meant.
 */
export function callForm({ name, file, isFile }: Sought, path: string, view: CodeView): RegExp | undefined {
  const family = familyOf(path, view)
  if (isFile || family === undefined || familyOf(file, view) !== family) return undefined
  const word = `${escapedPattern(name)}(?![\\p{L}\\p{N}_$])`
  const called = `(?<![\\p{L}\\p{N}_$])${word}\\s*(?:::)?(?:<[^<>()]*>|\\[[^\\[\\]()]*\\])?\\s*!?[({]`
  const reference = `(?:\\.|->|::|&|(?<=[[(,\\s]):|\\\\)\\s*${word}`
  const bare = languageIn(path, view)?.byName?.callsBare ? [`${BEFORE_BARE}${word}(?!\\s*=[^=~])`] : []
  return new RegExp([called, reference, ...bare].join('|'), 'u')
}

/** Languages that see each other's names, where calls are found so. */
function familyOf(path: string | undefined, view: CodeView): string | undefined {
  const { name, byName } = (path === undefined ? undefined : languageIn(path, view)) ?? {}
  return byName && (byName.family ?? name)
}

/** Whether lines of this may be told though some calls are known. */
export const isByName = ({ file }: Sought, view: CodeView): boolean => familyOf(file, view) !== undefined

const languageIn = (path: string, view: CodeView) => languageNamed(view.file(path)?.language) ?? languageOf(path)
