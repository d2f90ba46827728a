import type { FileFacts } from '../facts.ts'
import { type CodeView, lastName, type Placed } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { shown, targetOf } from './target.ts'

/** The signatures of what a snippet calls, as far as the project defines it; `file` is where the snippet belongs. */
export function signaturesOf(snippet: FileFacts, file: string | undefined, view: CodeView): CodeAnswered {
  const own = new Set(snippet.outline.entities.map(({ name }) => lastName(name)))
  const found = file === undefined ? undefined : targetOf(file, view)
  const known = found?.kind === 'file' ? found.file : undefined
  const calls = [...new Set(snippet.flows.names.calls)].flatMap((name) => {
    const targets = own.has(name) ? [] : meantBy(name, snippet, known, view)
    return targets.length === 0 ? [] : [{ name, targets: targets.slice(0, MOST).map(shown) }]
  })
  return { kind: 'signatures', calls }
}

const MOST = 5

/** What a called name means: of its own file, else of what is imported, else of any file. */
function meantBy(name: string, snippet: FileFacts, file: string | undefined, view: CodeView): readonly Placed[] {
  const callable = view.named(name).filter(({ entity }) => CALLABLE.has(entity.kind))
  const isSource = ({ file: path }: Placed) => path === file || !view.file(path)?.isTest
  const source = callable.some(isSource) ? callable.filter(isSource) : callable
  const imported = file === undefined ? new Set<string>() : importedFiles(name, file, view)
  const modules = snippet.outline.imports.map(({ module }) => stemOf(module))
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
  const parts = path.replace(/\.(?:[cm]?[jt]sx?|pyi?)$/, '').replace(/\/(?:index|__init__)$/, '')
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
        (marks.includes('constructor') || /\.(constructor|__init__)$/.test(name)),
    )
  return own === undefined ? placed : { file: placed.file, entity: own }
}
