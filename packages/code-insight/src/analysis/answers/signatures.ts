import type { CodePlace } from '../graph.ts'
import { languageOf, modulePath } from '../known-languages.ts'
import type { Snippet } from '../snippet.ts'
import type { CodeView, Placed } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { shownEntity, targetOf } from './target.ts'

/**
 * The signatures of what a snippet calls, as far as the project defines it; `file` is where the snippet belongs. What the
 * snippet leaves open is looked up by its name.
 */
export function signaturesOf(snippet: Snippet, file: string | undefined, view: CodeView): CodeAnswered {
  const found = file === undefined ? undefined : targetOf(file, view)
  const known = found?.kind === 'file' ? found.file : undefined
  const calls = snippet.calls.flatMap(({ name, line, targets }) => {
    const certain = targets.flatMap((place) => placed(place, view) ?? [])
    const isByName = certain.length === 0
    const all = isByName ? meantBy(name, snippet, known, view) : certain
    return all.length === 0 ? [] : [{ name, line, isByName, targets: all.slice(0, MOST).map(shownEntity) }]
  })
  return { kind: 'signatures', calls }
}

function placed({ file, name, line }: CodePlace, view: CodeView): Placed | undefined {
  const entity = view.outline(file)?.entities.find((each) => each.name === name && each.line === line)
  return entity && constructorOf({ file, entity }, view)
}

const MOST = 5

/** What a called name means: of its own file, else of what is imported, else of any file. */
function meantBy(name: string, snippet: Snippet, file: string | undefined, view: CodeView): readonly Placed[] {
  const callable = view.named(name).filter(({ entity }) => CALLABLE.has(entity.kind))
  const isSource = ({ file: path }: Placed) => path === file || !view.file(path)?.isTest
  const source = callable.some(isSource) ? callable.filter(isSource) : callable
  const imported = file === undefined ? new Set<string>() : importedFiles(name, file, view)
  const modules = snippet.modules.map(stemOf)
  const found = [
    source.filter((each) => each.file === file),
    source.filter((each) => imported.has(each.file)),
    source.filter((each) => modules.includes(stemOf(each.file))),
    source,
  ].find((each) => each.length > 0)
  return (found ?? []).map((each) => constructorOf(each, view))
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'class'])

/** The files that a file imports this name from; methods may come from any of its imports. */
function importedFiles(name: string, file: string, view: CodeView): ReadonlySet<string> {
  const imports = view.imports(file)
  const named = imports.filter(({ fact }) => fact.names.includes(name))
  const files = (named.length > 0 ? named : imports).flatMap(({ targets }) => targets)
  return new Set(files.flatMap((target) => (target.kind === 'file' ? [target.path] : [])))
}

/** A file's or module's own name: `app.util`, `./util.js` and `app/util.py` are `util`. */
const stemOf = (path: string): string => {
  const parts = modulePath(path)
  return parts.slice(Math.max(parts.lastIndexOf('/'), parts.lastIndexOf('.')) + 1)
}

/** What is called to make an instance: the constructor's signature says how. */
function constructorOf(placed: Placed, view: CodeView): Placed {
  if (placed.entity.kind !== 'class') return placed
  const own = view
    .outline(placed.file)
    ?.entities.find(
      ({ name, marks }) =>
        name.startsWith(`${placed.entity.name}.`) &&
        (marks.includes('constructor') || name.endsWith(`.${languageOf(placed.file)?.semantics.constructor}`)),
    )
  return own === undefined ? placed : { file: placed.file, entity: own }
}
