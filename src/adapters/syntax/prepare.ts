import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetOf } from '../../domain/code/answers/target.ts'
import type { CodeSources } from '../../domain/code/facts.ts'
import type { CodeQuestion } from '../../domain/code/questions.ts'
import { snippetOf } from '../../domain/code/snippet.ts'
import type { CodeView, FileSide, FileSides, Prepared } from '../../domain/code/view.ts'
import { HindcastError } from '../../domain/errors.ts'
import { absolutePath, relativePath } from '../../domain/paths.ts'
import { didYouMean } from '../../domain/suggestion.ts'
import { languageNames, type Parsing, parsingNamed, parsingOf } from './files/languages.ts'
import { textIn } from './files/read.ts'
import { type Analysing, factsOf } from './index/analysis.ts'
import { textAt } from './index/sources.ts'
import { git } from './root.ts'

/** Makes ready what takes a parser or git. Throws `bad-input` or `not-found` where that is impossible. */
export async function prepare(
  question: CodeQuestion,
  view: CodeView,
  sources: CodeSources,
  analysing: Analysing,
): Promise<Prepared> {
  if (question.kind === 'signatures') return { snippet: await snippetIn(question, view, sources, analysing) }
  if (question.kind === 'diff') return { sides: await sidesOf(question, view.root, analysing) }
  return {}
}

type SnippetQuestion = CodeQuestion & { kind: 'signatures' }

/** The snippet, after the text of the file that it belongs to, so that it sees what that imports and defines. */
async function snippetIn(question: SnippetQuestion, view: CodeView, sources: CodeSources, { parser, gate }: Analysing) {
  const parsing = parsingFor(question)
  const [ending = ''] = Object.keys(parsing.language.grammars)
  const path = question.file === undefined ? `snippet.${ending.replace(/^\./, '')}` : pathFrom(question.file, view)
  const text = (view.file(path) && textAt(join(view.root, path))) ?? ''
  const before = text === '' || text.length > MOST_AROUND ? '' : `${text.trimEnd()}\n`
  const facts = await factsOf(parsing, parser, await gate.source(before + unindented(question.snippet)))
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
    throw new HindcastError('bad-input', `unknown language '${language}'${didYouMean(language, languageNames)}`, {
      remedy: known,
    })
  if (file === undefined)
    throw new HindcastError('bad-input', 'a snippet needs --language or --file', { remedy: known })
  throw new HindcastError('bad-input', `'${file}' is not a file in a known language`, { remedy: known })
}

interface Difference {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

async function sidesOf({ base, head }: CodeQuestion & { kind: 'diff' }, root: string, analysing: Analysing) {
  const revisions = [base, ...(head === undefined ? [] : [head])]
  for (const revision of revisions) await checkRevision(root, revision)
  const listed = await git(root, ['diff', '--name-status', '-z', '-M', '--no-ext-diff', ...revisions, '--'])
  if (listed === undefined) throw new HindcastError('not-found', `git cannot compare '${base}'`, { remedy: '' })
  const changes = [...differencesIn(listed.toString('utf8')), ...(head === undefined ? await untracked(root) : [])]
  const before = await textsAt(
    root,
    base,
    changes.flatMap((change) => change.before ?? []),
  )
  const after =
    head === undefined
      ? undefined
      : await textsAt(
          root,
          head,
          changes.flatMap((change) => change.after ?? []),
        )
  const sides: FileSides[] = []
  for (const change of changes) {
    const was = change.before === undefined ? undefined : before.get(change.before)
    const now = change.after === undefined ? undefined : after ? after.get(change.after) : onDisk(root, change.after)
    sides.push({
      ...(change.before !== undefined && was && { before: await sideOf(change.before, was, analysing) }),
      ...(change.after !== undefined && now && { after: await sideOf(change.after, now, analysing) }),
    })
  }
  return sides
}

async function checkRevision(root: string, revision: string): Promise<void> {
  const isRevision =
    !revision.startsWith('-') &&
    (await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])) !== undefined
  if (!isRevision)
    throw new HindcastError('not-found', `git knows no revision '${revision}'`, {
      remedy: 'pass a commit, branch or tag',
    })
}

/** What `git diff --name-status -z` lists: a status, then one path, or two of what was renamed or copied. */
function differencesIn(listed: string): readonly Difference[] {
  const words = listed.split('\0')
  const found: Difference[] = []
  for (let at = 0; at + 1 < words.length; ) {
    const status = words[at++] ?? ''
    const before = words[at++] ?? ''
    if (/^[RC]/.test(status))
      found.push({ before: status.startsWith('R') ? before : undefined, after: words[at++] ?? '' })
    else found.push({ before: status === 'A' ? undefined : before, after: status === 'D' ? undefined : before })
  }
  return found
}

async function untracked(root: string): Promise<readonly Difference[]> {
  const listed = await git(root, ['ls-files', '-o', '--exclude-standard', '-z'])
  return (listed?.toString('utf8').split('\0') ?? []).filter((path) => path !== '').map((after) => ({ after }))
}

/** The contents of files in a revision, read by one process; those that it does not have are missing. */
async function textsAt(root: string, revision: string, paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const asked = paths.filter((path) => !path.includes('\n'))
  if (asked.length === 0) return found
  const input = asked.map((path) => `${revision}:${path}\n`).join('')
  const output = (await git(root, ['cat-file', '--batch'], input)) ?? Buffer.alloc(0)
  let at = 0
  for (const path of asked) {
    const end = output.indexOf(10, at)
    if (end === -1) break
    const size = / blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1]
    at = end + 1
    if (size === undefined) continue
    found.set(path, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return found
}

function onDisk(root: string, path: string): Buffer | undefined {
  try {
    return readFileSync(join(root, path))
  } catch {
    return undefined
  }
}

async function sideOf(path: string, bytes: Buffer, { parser, gate }: Analysing): Promise<FileSide> {
  const text = await gate.source(textIn(bytes).text ?? '')
  const parsing = parsingOf(path)
  if (text === '' || parsing === undefined) return { path, text }
  return { path, text, outline: (await factsOf(parsing, parser, text)).outline }
}
