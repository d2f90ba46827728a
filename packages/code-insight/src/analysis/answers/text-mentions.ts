import type { CodeAnswer, TextMention } from '../code-answers.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import type { CodeQuestion, QuestionKind } from '../questions.ts'
import { mayUseNames } from '../text-words.ts'
import type { CodeFile, CodeView } from '../view.ts'
import { unreadNotes } from './not-yet.ts'
import { endingOf, type Sought, soughtBy } from './sought.ts'
import { unexplainedMentions, unparsedMentions } from './text-lines.ts'
import { withTexts } from './tiers.ts'

/** Answers that would deny what only a text has. */
const DENYING: ReadonlySet<QuestionKind> = new Set(['outline', 'search', 'callers', 'callees', 'impact', 'importers'])
const MOST = 200
/** So many lines of parsed files say that there is a doubt. */
const MOST_PARSED = 20

/**
 * The answer with the lines in which only the text has what it is about: of files, or their parts, that the index does not
 * parse, of scripts in pages, and of all others where the answer would be that there is none. What declares such a name comes
 * first, then files like the one that was asked about.
 */
export function withTextMentions(answer: CodeAnswer, question: CodeQuestion, view: CodeView): CodeAnswer {
  if (!DENYING.has(question.kind)) return answer
  const sought = soughtBy(answer, question, view)
  if (sought.length === 0) return answer
  const like = endingOf(sought[0]?.file ?? '')
  const files = filesNaming(sought, view)
  const unparsed = files.filter(isUnparsed).flatMap((file) => unparsedMentions(file, sought, view))
  const parsed = parsedMentions(isNone(answer) ? files : files.filter(isPage), sought, view)
  const mentions = [
    ...unparsed.sort((a, b) => rank(a, like) - rank(b, like)).slice(0, MOST),
    ...parsed.slice(0, MOST_PARSED),
  ]
  const notes = [...answer.notes, ...(isNone(answer) ? unreadNotes(files, view) : [])]
  if (mentions.length === 0) return { ...answer, notes }
  const texts = mentions.map(({ file }) => languageOf(file)?.name ?? endingOf(file))
  return { ...answer, tiers: withTexts(answer.tiers, texts), notes, mentions }
}

/** The files whose text may have what is sought; those of which the index does not know are among them. */
function filesNaming(sought: readonly Sought[], view: CodeView): readonly CodeFile[] {
  const found = new Map<string, CodeFile>()
  for (const { words } of sought) for (const file of view.naming(words)) found.set(file.path, file)
  for (const { below } of sought)
    if (below !== undefined) for (const file of view.files(below)) found.set(file.path, file)
  return [...found.values()]
    .filter(({ path, isGenerated, isVendored }) => !isGenerated && !isVendored && mayUseNames(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Whether a file, or a part of it, is text alone. */
const isUnparsed = ({ language, problem }: CodeFile): boolean => {
  const known = languageNamed(language)
  return known === undefined || known.tier === 'text' || known.embedded !== undefined || problem !== undefined
}

/** Whether a file has scripts that are parsed; what frameworks and other scripts of a page bind is often not resolved. */
const isPage = ({ language, problem }: CodeFile): boolean =>
  problem === undefined && languageNamed(language)?.embedded !== undefined

function isNone(answer: CodeAnswer): boolean {
  switch (answer.kind) {
    case 'callers':
    case 'impact':
      return answer.callers.length === 0 && answer.references.length === 0
    case 'importers':
      return answer.importers.length === 0
    case 'search':
      return true
    default:
      return answer.kind === 'unknown'
  }
}

function parsedMentions(files: readonly CodeFile[], sought: readonly Sought[], view: CodeView): readonly TextMention[] {
  const explained = new Set(sought.flatMap(({ name }) => explainedLines(name, view).map((line) => `${line}:${name}`)))
  return files
    .filter((file) => !isUnparsed(file) || isPage(file))
    .flatMap((file) => unexplainedMentions(file, sought, explained, view))
}

/** `file:line` of what is defined under a name, with all of its own lines, and of the calls and uses that are resolved or listed. */
function explainedLines(name: string, view: CodeView): readonly string[] {
  const named = view.named(name)
  const own = named.flatMap(({ file, entity: { startLine, endLine, kind } }) => {
    const last = kind === 'function' || kind === 'method' ? endLine : startLine
    return Array.from({ length: last - startLine + 1 }, (_, at) => `${file}:${startLine + at}`)
  })
  const uses = named.flatMap(({ file, entity }) => [
    ...view.callsTo(file, entity.name),
    ...view.referencesTo(file, entity.name),
  ])
  return [
    ...own,
    ...named.map(({ file, entity }) => `${file}:${entity.line}`),
    ...uses.map(({ from, line }) => `${from.file}:${line}`),
    ...view.unresolvedNamed(name).map(({ file, line }) => `${file}:${line}`),
  ]
}

const rank = ({ file, declares }: TextMention, like: string): number =>
  (declares ? 0 : 2) + (like !== '' && endingOf(file) === like ? 0 : 1)
