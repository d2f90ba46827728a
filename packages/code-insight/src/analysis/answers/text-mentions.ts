import type { CodeAnswer, TextMention } from '../code-answers.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import type { CodeQuestion, QuestionKind } from '../questions.ts'
import { mayUseNames } from '../text-words.ts'
import type { CodeFile, CodeView, Placed } from '../view.ts'
import { isByName } from './call-forms.ts'
import { unreadNotes } from './not-yet.ts'
import { endingOf, type Sought, soughtBy } from './sought.ts'
import { unexplainedMentions, unparsedMentions } from './text-lines.ts'
import { withTexts } from './tiers.ts'

/** Answers that would deny what only a text has. */
const DENYING: ReadonlySet<QuestionKind> = new Set(['outline', 'search', 'callers', 'callees', 'impact', 'importers'])
const MOST = 200
/** So many lines of parsed files say that there is a doubt. */
const MOST_PARSED = 20
/** With more of one name, its lines are not compared with the calls that are known. */
const MOST_ALIKE = 500
const CROWDED = `more than ${MOST_ALIKE} things have this name, so calls that are not resolved were not looked for`

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
  const isDenied = isNone(answer)
  // With so many of one name, every line would have to be told apart
  const compared = sought.filter((each) => isByName(each, view) && !isCrowded(each, view))
  const [pages, others] = [files.filter(isPage), files.filter((file) => !isPage(file) && !isUnparsed(file))]
  const parsed = [
    ...parsedMentions(pages, isDenied ? sought : sought.filter(({ isFile }) => !isFile), view, true),
    ...parsedMentions(others, isDenied ? sought : compared, view, isDenied),
  ]
  const mentions = [
    ...unparsed.sort((a, b) => rank(a, like) - rank(b, like)).slice(0, MOST),
    ...parsed.toSorted((a, b) => rank(a, like) - rank(b, like)).slice(0, MOST_PARSED),
  ]
  const isPartial = !isDenied && compared.length < sought.filter((each) => isByName(each, view)).length
  const bySyntax = sought.filter((each) => isByName(each, view) && /[^\p{L}\p{N}_$?!]/u.test(each.name) && !each.isFile)
  const notes = [
    ...answer.notes,
    ...(isDenied ? unreadNotes(files, view) : []),
    ...(isPartial ? [CROWDED] : []),
    ...bySyntax.map(({ name }) => `uses of ${name} by syntax, without its name as it is written here, are not known`),
  ]
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
const isCrowded = ({ name }: Sought, view: CodeView): boolean => view.named(name).length > MOST_ALIKE

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

function parsedMentions(
  files: readonly CodeFile[],
  sought: readonly Sought[],
  view: CodeView,
  isNone: boolean,
): readonly TextMention[] {
  if (files.length === 0 || sought.length === 0) return []
  const names = sought.map(({ name }) => [name, view.named(name)] as const)
  const explained = {
    uses: new Set(names.flatMap(([name, named]) => usingLines(name, named, view))),
    bodies: new Set(names.flatMap(([name, named]) => named.flatMap((each) => bodyLines(name, each)))),
  }
  return files.flatMap((file) => unexplainedMentions(file, sought, explained, view, isNone))
}

/** `file:line:name` of where something of a name is defined, and of the calls and uses that are resolved or listed. */
function usingLines(name: string, named: readonly Placed[], view: CodeView): readonly string[] {
  const uses = named.flatMap(({ file, entity }) => [
    ...view.callsTo(file, entity.name),
    ...view.referencesTo(file, entity.name),
  ])
  return [
    ...named.map(({ file, entity }) => `${file}:${entity.line}:${name}`),
    ...uses.map(({ from, line }) => `${from.file}:${line}:${name}`),
    ...view.unresolvedNamed(name).map(({ file, line }) => `${file}:${line}:${name}`),
  ]
}

/** All lines of a definition. */
function bodyLines(name: string, { file, entity: { startLine, endLine, kind } }: Placed): readonly string[] {
  const last = kind === 'function' || kind === 'method' ? endLine : startLine
  return Array.from({ length: last - startLine + 1 }, (_, at) => `${file}:${startLine + at}:${name}`)
}

const rank = ({ file, declares }: TextMention, like: string): number =>
  (declares ? 0 : 2) + (like !== '' && endingOf(file) === like ? 0 : 1)
