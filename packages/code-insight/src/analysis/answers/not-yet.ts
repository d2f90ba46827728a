import type { CodeAnswer, ShownEntity } from '../code-answers.ts'
import { MODULE, type UnresolvedCall } from '../graph.ts'
import { isCode, isConstructor } from '../known-languages.ts'
import { codeLines } from '../mentions.ts'
import { lastName } from '../outline.ts'
import type { CodeFile, CodeView } from '../view.ts'
import { enclosing } from './target.ts'

/** As many files are looked through before an answer. */
const MOST_FILES = 200
const MOST_LINES = 200

/**
 * The answer with the lines that seem to call what it is about in files whose calls are not resolved yet, since they, or what
 * they depend on, changed a moment ago. They are listed as unresolved.
 */
export function withNotYetResolved(answer: CodeAnswer, view: CodeView): CodeAnswer {
  if ((answer.kind !== 'callers' && answer.kind !== 'impact') || answer.index.pending === 0) return answer
  const stands = new Set(placesIn(answer))
  const found = [...new Set(answer.subjects.flatMap(calledAs))].flatMap((name) => [...callsLike(name, view)])
  const fresh = found.filter(({ file, line }) => !stands.has(`${file}:${line}`)).slice(0, MOST_LINES)
  return fresh.length === 0 ? answer : { ...answer, unresolved: [...answer.unresolved, ...fresh] }
}

/** The names by which something is called; a constructor is by its class's. */
function calledAs({ name, kind }: ShownEntity): readonly string[] {
  if (kind === 'file' || name === MODULE) return []
  const own = lastName(name)
  return [isConstructor(own) && own !== name ? lastName(name.slice(0, -own.length - 1)) : own]
}

function placesIn(answer: CodeAnswer & { kind: 'callers' | 'impact' }): readonly string[] {
  const calls = answer.kind === 'callers' ? answer.callers : answer.references
  const reached = answer.kind === 'impact' ? answer.callers.map(({ file, callLine }) => `${file}:${callLine}`) : []
  return [
    ...reached,
    ...[...calls, ...answer.references].map(({ from, line }) => `${from.file}:${line}`),
    ...[...answer.unresolved, ...(answer.mentions ?? [])].map(({ file, line }) => `${file}:${line}`),
  ]
}

/** The lines of files that are due which call something of this name, as far as their text says so. */
function* callsLike(name: string, view: CodeView): Iterable<UnresolvedCall> {
  const own = name.replace(/[$#]/g, '\\$&')
  // `own(`, `own?.(`, `own<T>(`, a template's tag; a decorator or an element of JSX
  const call = new RegExp(`(?<!${LETTER})${own}\\s*(?:\\?\\.)?(?:<[^()]*>)?\\s*[(\`]|[@<]${own}(?!${LETTER})`, 'u')
  for (const file of view.due(name).slice(0, MOST_FILES)) {
    const placed = (view.outline(file)?.entities ?? []).map((entity) => ({ file, entity }))
    const defined = new Set(placed.flatMap(({ entity }) => (lastName(entity.name) === name ? [entity.line] : [])))
    const lines = view.source(file, 1, Number.MAX_SAFE_INTEGER)
    for (const { line, text } of codeLines(lines, view.file(file)?.language)) {
      const found = defined.has(line) ? null : call.exec(text)
      if (found)
        yield { file, name: enclosing(file, placed, line).entity.name, line, text: name, why: 'not resolved yet' }
    }
  }
}

const LETTER = '[\\p{L}\\p{N}_$]'

/** What of an answer about calls may be out of date; none where nothing is. */
export function pendingNotes(view: CodeView): readonly string[] {
  const due = view.due()
  const untyped = view.state().pending - due.length
  return [
    ...(due.length === 0 ? [] : [`calls of ${files(due.length)} are not resolved yet: ${shortened(due)}`]),
    ...(untyped <= 0 ? [] : [`types of ${files(untyped)} are not checked yet`]),
  ]
}

/** Of these files, those without a text: what they use is in no answer. */
export function unreadNotes(among: Iterable<CodeFile>, view: CodeView): readonly string[] {
  const unread = [...among].filter(
    ({ path, problem, isVendored }) =>
      problem !== undefined && !isVendored && isCode(path) && view.source(path, 1, 1).length === 0,
  )
  return unread.length === 0
    ? []
    : [
        `what ${files(unread.length)} ${unread.length === 1 ? 'uses' : 'use'} is not known: ${shortened(unread.map(({ path, problem }) => `${path} (${problem})`))}`,
      ]
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

const MOST_NAMED = 5

const shortened = (paths: readonly string[]): string => {
  const more = paths.length - MOST_NAMED
  return paths.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}
