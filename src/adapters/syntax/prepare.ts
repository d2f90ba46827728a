import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeQuestion } from '../../domain/code/questions.ts'
import type { FileSide, FileSides, Prepared } from '../../domain/code/view.ts'
import { HindcastError } from '../../domain/errors.ts'
import { didYouMean } from '../../domain/suggestion.ts'
import { languageNames, parsingNamed, parsingOf } from './files/languages.ts'
import { textIn } from './files/read.ts'
import { factsOf } from './index/analysis.ts'
import type { SourceParser } from './parser.ts'
import { git } from './root.ts'

/** Makes ready what takes a parser or git. Throws `bad-input` or `not-found` where that is impossible. */
export async function prepare(question: CodeQuestion, root: string, parser: SourceParser): Promise<Prepared> {
  if (question.kind === 'signatures') return { snippet: await snippetOf(question, parser) }
  if (question.kind === 'diff') return { sides: await sidesOf(question, root, parser) }
  return {}
}

function snippetOf({ snippet, language, file }: CodeQuestion & { kind: 'signatures' }, parser: SourceParser) {
  const parsing = language === undefined ? parsingOf(file ?? '') : parsingNamed(language)
  if (parsing) return factsOf(parsing, parser, snippet)
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

async function sidesOf({ base, head }: CodeQuestion & { kind: 'diff' }, root: string, parser: SourceParser) {
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
      ...(change.before !== undefined && was && { before: await sideOf(change.before, was, parser) }),
      ...(change.after !== undefined && now && { after: await sideOf(change.after, now, parser) }),
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

async function sideOf(path: string, bytes: Buffer, parser: SourceParser): Promise<FileSide> {
  const { text } = textIn(bytes)
  const parsing = parsingOf(path)
  if (text === undefined || parsing === undefined) return { path, text: text ?? '' }
  return { path, text, outline: (await factsOf(parsing, parser, text)).outline }
}
