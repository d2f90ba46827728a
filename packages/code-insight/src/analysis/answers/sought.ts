import { baseName, folderOf } from '@hindcast/text/paths.ts'
import type { CodeAnswer, ShownEntity } from '../code-answers.ts'
import { MODULE } from '../graph.ts'
import { languageOf, modulePath } from '../known-languages.ts'
import { lastName } from '../outline.ts'
import type { CodeQuestion } from '../questions.ts'
import { textWords } from '../text-words.ts'
import type { CodeView } from '../view.ts'
import { declaredIn } from './declared-name.ts'
import { targetOf } from './target.ts'

/** A name, or a file by what imports of it are written like. */
export interface Sought {
  readonly name: string
  readonly pattern: RegExp
  /** The words that a text has if it has one of these; a list for each way to write it. */
  readonly words: readonly (readonly string[])[]
  /** It is a file. */
  readonly isFile: boolean
  /** Where it stands itself. */
  readonly file?: string | undefined
  /** A folder whose files may write it without any of these words. */
  readonly below?: string | undefined
  /** Nothing of that name is known, so that wherever it stands is worth saying. */
  readonly isAnywhere: boolean
}

/** What an answer denies, or tells only in part. */
export function soughtBy(answer: CodeAnswer, question: CodeQuestion, view: CodeView): readonly Sought[] {
  switch (answer.kind) {
    case 'callers':
    case 'impact':
      return answer.subjects.flatMap((each) => soughtIn(each, question, view))
    case 'importers':
      return answer.importers.length > 0 && !view.file(answer.target) ? [] : ofTarget(answer.target, view)
    case 'search':
      return unfound(answer.query, answer.results).map((name) => named(name, true))
    case 'unknown':
      return 'target' in question && question.target !== undefined ? ofTarget(question.target, view) : []
    default:
      return []
  }
}

/** Of a file that is not parsed, the names that the line declares that was asked about; of any other, what imports it. */
function soughtIn({ file, name, kind }: ShownEntity, question: CodeQuestion, view: CodeView): readonly Sought[] {
  if (kind !== 'file') return name === MODULE ? [] : [named(lastName(name), false, file)]
  const line = 'target' in question ? /:(\d+)(?::\d+)?$/.exec(question.target ?? '')?.[1] : undefined
  if (line === undefined) return [imported(file)]
  const declared = declaredIn(view.source(file, Number(line), Number(line))[0] ?? '')
  return declared === undefined ? [] : [named(declared, false, file)]
}

function ofTarget(target: string, view: CodeView): readonly Sought[] {
  const found = targetOf(target, view)
  if (found.kind === 'file') return [imported(found.file)]
  const name = lastName(
    target
      .replace(/\(.*\)$/, '')
      .replaceAll('::', '.')
      .replace(/^.*[:#]/, ''),
  )
  // A path, a package or words are no name; a missing file has an ending that is none either
  return NAME.test(name) && !/[/\s]|^@/.test(target) ? [named(name, true)] : []
}

const NAME = /^#?[\p{L}_$][\p{L}\p{N}_$]*$/u
/** Words of settings and markup, where they are no use of this name. */
export const SETTINGS_WORDS: ReadonlySet<string> = new Set(
  'constructor run main name type types version test index on in is'.split(' '),
)
/** Shorter words stand everywhere. */
const SHORTEST = 2

/** What a search for one name did not find; of plain words, no text says what they are about. */
function unfound(query: string, results: readonly ShownEntity[]): readonly string[] {
  const [word = '', ...others] = query.trim().split(/\s+/)
  const isName = others.length === 0 && NAME.test(word) && word.length >= SHORTEST
  return isName && !results.some(({ name }) => lastName(name) === word) ? [word] : []
}

const named = (name: string, isAnywhere: boolean, file?: string): Sought => ({
  name,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_$])${escapedPattern(name)}(?![\\p{L}\\p{N}_$])`, 'u'),
  words: [wordsOf(name)],
  isFile: false,
  file,
  isAnywhere,
})

/** A path that ends with the file, or its folder where it stands for that, with or without its ending, as it is written in an import. */
function imported(file: string): Sought {
  const whole = file.slice(0, file.length - endingOf(file).length)
  const folder = modulePath(file)
  const stems = [...new Set([whole, folder].map(baseName))]
  const isFolder = folder !== whole
  const path = `['"\`(](?:[^'"\`()\\s]*/)?(?:${stems.map(escapedPattern).join('|')})(?:${escapedPattern(endingOf(file))})?/?['"\`)?#]`
  const own = isFolder ? `|['"\`]\\.{1,2}/?['"\`]` : ''
  const tags = languageOf(file)?.embedded === undefined ? [] : tagsOf(baseName(whole))
  const asTag = tags.length === 0 ? '' : `|<(?:${tags.map(escapedPattern).join('|')})(?![\\w.-])`
  return {
    name: baseName(file),
    pattern: new RegExp(`(?:${IMPORTS})[^\\n]*(?:${path}${own})${asTag}`),
    words: [...stems, ...tags].map(wordsOf),
    isFile: true,
    file,
    ...(isFolder && { below: folderOf(file) }),
    isAnywhere: false,
  }
}

/** What a component is called in markup: as its file, or in small letters with hyphens. */
const tagsOf = (stem: string): readonly string[] => [
  ...new Set([stem, stem.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()]),
]

const wordsOf = (text: string): readonly string[] => textWords(text) ?? []

const IMPORTS = '\\b(?:import|from|require|include|use|load|source|src|href|@import)\\b'

/** A text as a pattern that matches it. */
export const escapedPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A file name's last ending, with its dot; '' without one. */
export const endingOf = (path: string): string => /\.[^./]+$/.exec(path)?.[0] ?? ''
