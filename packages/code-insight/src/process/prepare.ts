import { readingBudget } from '@hindcast/guarded/budget.ts'
import { absolutePath, relativePath } from '@hindcast/text/paths.ts'
import { didYouMean } from '@hindcast/text/suggestion.ts'
import { targetOf } from '../analysis/answers/target.ts'
import type { CodeSources } from '../analysis/facts.ts'
import { isCode, languageNames, type Parsing, parsingNamed, parsingOf } from '../analysis/known-languages.ts'
import type { CodeQuestion } from '../analysis/questions.ts'
import { snippetOf } from '../analysis/snippet.ts'
import type { CodeView, FileSide, FileSides, Prepared } from '../analysis/view.ts'
import { CodeError } from './code-error.ts'
import { readSource } from './files/read.ts'
import { type Analysing, factsOf } from './index/analysis.ts'
import { differencesOf, type VersionText } from './revisions.ts'

/** What is read of a project: its files as resolving calls sees them, without these folders. */
interface ReadProject {
  readonly sources: CodeSources
  readonly spared: readonly string[]
}

/** Makes ready what takes a parser or git. Throws `bad-input` or `not-found` where that is impossible. */
export async function prepare(
  question: CodeQuestion,
  view: CodeView,
  { sources, spared }: ReadProject,
  analysing: Analysing,
): Promise<Prepared> {
  if (question.kind === 'signatures') return { snippet: await snippetIn(question, view, sources, analysing) }
  if (question.kind === 'diff') return { sides: await sidesOf(question, { root: view.root, spared }, analysing) }
  return {}
}

type SnippetQuestion = CodeQuestion & { kind: 'signatures' }

/** The snippet, after the text of the file that it belongs to, so that it sees what that imports and defines. */
async function snippetIn(question: SnippetQuestion, view: CodeView, sources: CodeSources, { parser, gate }: Analysing) {
  const parsing = parsingFor(question)
  const [ending = ''] = Object.keys(parsing.language.grammars)
  const path = question.file === undefined ? `snippet.${ending.replace(/^\./, '')}` : pathFrom(question.file, view)
  const { language } = parsing
  const whole = (view.file(path) && readSource(view.root, path)?.text) ?? ''
  const text = language.embedded?.code(whole) ?? whole
  const before = text === '' || text.length > MOST_AROUND ? '' : `${text.trimEnd()}\n`
  const alone: Parsing = { grammar: parsing.grammar, language: { ...language, embedded: undefined } }
  const facts = await factsOf(alone, parser, await gate.source(before + unindented(question.snippet)))
  return snippetOf(facts, path, before.split('\n').length, sources)
}

/** A snippet in a larger file, in characters, is read alone. */
const MOST_AROUND = 300_000

/** From the root; a file that is there, or will be. */
function pathFrom(file: string, view: CodeView): string {
  const found = targetOf(file, view)
  if (found.kind === 'file') return found.file
  return absolutePath(relativePath(file, view.root), `/${view.folder}`).slice(1)
}

/** Without the indentation that all lines have. */
function unindented(snippet: string): string {
  const lines = snippet.split('\n')
  const margins = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  return lines.map((line) => line.slice(Math.min(...margins))).join('\n')
}

function parsingFor({ language, file }: SnippetQuestion): Parsing {
  const parsing = language === undefined ? parsingOf(file ?? '') : parsingNamed(language)
  if (parsing) return parsing
  const known = `known languages: ${languageNames.join(', ')}`
  if (language !== undefined)
    throw new CodeError('bad-input', `unknown language '${language}'${didYouMean(language, languageNames)}`, {
      remedy: known,
    })
  if (file === undefined) throw new CodeError('bad-input', 'a snippet needs --language or --file', { remedy: known })
  throw new CodeError('bad-input', `'${file}' is not a file in a known language`, { remedy: known })
}

async function sidesOf(
  { base, head }: CodeQuestion & { kind: 'diff' },
  { root, spared }: { readonly root: string; readonly spared: readonly string[] },
  analysing: Analysing,
) {
  const sides: FileSides[] = []
  for (const { before, after } of await differencesOf(root, base, head, spared)) {
    if (readingBudget()?.hasTime() === false) continue
    sides.push({
      ...(before && { before: await sideOf(before, analysing) }),
      ...(after && { after: await sideOf(after, analysing) }),
    })
  }
  return sides
}

async function sideOf({ path, text: own }: VersionText, { parser, gate }: Analysing): Promise<FileSide> {
  const text = await gate.source(own ?? '')
  const parsing = parsingOf(path)
  if (text === '' || parsing === undefined || !isCode(path)) return { path, text }
  return { path, text, outline: (await factsOf(parsing, parser, text)).outline }
}
