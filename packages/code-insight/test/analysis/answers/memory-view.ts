import type { CodeReference } from '../../../src/analysis/facts.ts'
import type { CallEdge, CodePlace, UnresolvedCall } from '../../../src/analysis/graph.ts'
import { languageOf } from '../../../src/analysis/known-languages.ts'
import type { ImportTarget } from '../../../src/analysis/language.ts'
import { type Entity, type EntityKind, type ImportFact, lastName, type Outline } from '../../../src/analysis/outline.ts'
import { searchWords } from '../../../src/analysis/search-words.ts'
import type { CodeFile, CodeView, Placed } from '../../../src/analysis/view.ts'

/**
 * A project written by hand. A file is its text; `entities` are `kind name from-to mark…`, where the mark `exported` means
 * that; `calls` and `uses` are `file name -> file name @line confidence`; `imports` are `file -> file names @line mark…`, or
 * `file -> package: names @line`.
 */
export interface Written {
  readonly files: Readonly<Record<string, string>>
  readonly entities?: Readonly<Record<string, readonly string[]>>
  readonly calls?: readonly string[]
  readonly uses?: readonly string[]
  readonly imports?: readonly string[]
  readonly unresolved?: readonly UnresolvedCall[]
  readonly about?: Readonly<Record<string, Partial<CodeFile>>>
  readonly folder?: string
  readonly indexed?: number
  /** Files whose calls are not resolved yet. */
  readonly due?: readonly string[]
}

/** The outline of a file as it was written. */
export function outlineOf(
  text: string,
  entities: readonly string[] = [],
  imports: readonly ImportFact[] = [],
): Outline {
  const lines = text.split('\n')
  const made: Entity[] = []
  for (const written of entities) made.push(entityOf(written, lines, made))
  return { language: 'typescript', lines: lines.length, entities: made, imports, errors: [], isGenerated: false }
}

function entityOf(written: string, lines: readonly string[], before: readonly Entity[]): Entity {
  const [kind = '', name = '', span = '', ...marks] = written.split(' ')
  const [from = 1, to = from] = span.split('-').map(Number)
  const parent = before.findLastIndex((each) => name.startsWith(`${each.name}.`))
  const text = (lines[from - 1] ?? '').trim()
  return {
    ...{ name, kind: kind as EntityKind, line: from, startLine: from, endLine: to },
    signature: text.replace(/\s*\{.*$/, '').replace(/^export (default )?/, ''),
    doc: /^\s*\/\/\/ (.*)/.exec(lines[from - 2] ?? '')?.[1],
    exported: marks.includes('exported'),
    parent: parent < 0 ? undefined : parent,
    marks: marks.filter((mark) => mark !== 'exported'),
  }
}

interface Line {
  readonly from: CodePlace
  readonly to: CodePlace
  readonly line: number
  readonly confidence: number
}

interface ImportLine {
  readonly from: string
  readonly fact: ImportFact
  readonly target: ImportTarget
}

function importOf(written: string): ImportLine {
  const [, from = '', to = '', names = '', line = '1', marks = ''] =
    /^(\S+) -> (\S+) (.*?) ?@(\d+)(.*)$/.exec(written) ?? []
  const isOutside = to.endsWith(':')
  const target: ImportTarget = isOutside ? { kind: 'outside', name: to.slice(0, -1) } : { kind: 'file', path: to }
  const module = isOutside ? to.slice(0, -1) : `./${to}`
  const [isExport, isType] = [marks.includes('export'), marks.includes('type')]
  return {
    from,
    fact: { module, line: Number(line), names: names.split(',').filter(Boolean), isExport, isType },
    target,
  }
}

/** A view of a project that is kept in memory. */
export function memoryView(written: Written): CodeView {
  const { files, entities = {}, unresolved = [], about = {}, folder = '' } = written
  const imports = (written.imports ?? []).map(importOf)
  const outlines = new Map(
    Object.entries(files)
      .filter(([path]) => languageOf(path) !== undefined)
      .map(([path, text]) => {
        const own = imports.filter(({ from }) => from === path).map(({ fact }) => fact)
        return [path, outlineOf(text, entities[path], own)]
      }),
  )
  const all: readonly Placed[] = [...outlines].flatMap(([file, outline]) =>
    outline.entities.map((entity) => ({ file, entity })),
  )
  const placeOf = (file: string, name: string): CodePlace => ({
    ...{ file, name },
    line: outlines.get(file)?.entities.find((each) => each.name === name)?.line ?? 1,
  })
  const lineOf = (text: string): Line => {
    const [from = '', caller = '', , to = '', called = '', line = '@1', confidence = '1'] = text.split(' ')
    return {
      ...{ from: placeOf(from, caller), to: placeOf(to, called) },
      ...{ line: Number(line.slice(1)), confidence: Number(confidence) },
    }
  }
  const calls: readonly CallEdge[] = (written.calls ?? []).map(lineOf)
  const references: readonly CodeReference[] = (written.uses ?? []).map(lineOf)
  const isAt = (place: CodePlace, file: string, name: string) => place.file === file && place.name === name
  const isIn = (path: string, where = '') => where === '' || path.startsWith(`${where}/`)
  const fileOf = (path: string): CodeFile | undefined =>
    files[path] === undefined
      ? undefined
      : {
          ...{
            path,
            language: languageOf(path)?.name,
            isGenerated: false,
            isVendored: false,
          },
          isTest: /^test\//.test(path),
          ...about[path],
        }
  const paths = Object.keys(files).sort()
  const { indexed = paths.length } = written
  return {
    root: '/srv/app',
    folder,
    state: () => ({
      files: paths.length,
      filesIndexed: indexed,
      complete: indexed === paths.length,
      pending: written.due?.length ?? 0,
    }),
    languages: () => ['typescript'],
    file: fileOf,
    hasFolder: (path) => paths.some((each) => isIn(each, path)),
    pathsEnding: (path) => paths.filter((each) => each === path || each.endsWith(`/${path}`)),
    outline: (path) => outlines.get(path),
    source: (path, from, to) => (files[path] ? files[path].split('\n').slice(from - 1, to) : []),
    named: (name) => all.filter(({ entity }) => lastName(entity.name) === name),
    namesLike: () => [...new Set([...all.map(({ entity }) => lastName(entity.name)), ...paths])],
    callsTo: (file, name) => calls.filter(({ to }) => isAt(to, file, name)),
    callsFrom: (file, name) => calls.filter(({ from }) => isAt(from, file, name)),
    referencesTo: (file, name) => references.filter(({ to }) => isAt(to, file, name)),
    due: () => written.due ?? [],
    unresolvedNamed: (name) => unresolved.filter(({ text }) => lastName(text) === name),
    unresolvedIn: (file, name) =>
      unresolved.filter((each) => each.file === file && (name === undefined || each.name === name)),
    imports: (path) =>
      imports.filter(({ from }) => from === path).map(({ fact, target }) => ({ fact, targets: [target] })),
    exports: (path) => [
      ...(outlines.get(path)?.entities ?? []).flatMap(({ name, exported }, entity) =>
        exported ? [{ name, entity }] : [],
      ),
      ...imports.flatMap(({ from, fact: { module, names, isExport } }) =>
        from === path && isExport ? names.map((name) => ({ name, of: { module, name } })) : [],
      ),
    ],
    importersOf: (path) =>
      imports
        .filter(({ target }) => target.kind === 'file' && target.path === path)
        .map(({ from, fact }) => ({ from, to: path, fact })),
    importersOfModule: (module) => imports.filter(({ fact }) => fact.module === module),
    similar: () => [],
    searched: (words, limit) =>
      all
        .map((placed) => ({
          ...placed,
          name: sharedWith(placed.entity.name, words),
          doc: sharedWith(placed.entity.doc ?? '', words),
          body: sharedWith(bodyOf(placed, files), words),
        }))
        .filter(({ name, doc, body }) => name.length + doc.length + body.length > 0)
        .slice(0, limit),
    naming: (words) =>
      paths
        .filter((path) => !files[path] || words.some((all) => all.every((word) => files[path]?.includes(word))))
        .flatMap((path) => fileOf(path) ?? []),
    manifests: () => paths.filter((path) => /package\.json$|pyproject\.toml$/.test(path)),
    text: (path) => files[path],
    files: (where) => paths.filter((path) => isIn(path, where)).flatMap((path) => fileOf(path) ?? []),
    entities: (where) => all.filter(({ file }) => isIn(file, where)),
    edges: (where) => calls.filter(({ from }) => isIn(from.file, where)),
    references: () => references,
    unresolved: (where) => unresolved.filter(({ file }) => isIn(file, where)),
    importEdges: (where) =>
      imports.flatMap(({ from, fact, target }) =>
        target.kind === 'file' && isIn(from, where) ? [{ from, to: target.path, fact }] : [],
      ),
  }
}

const sharedWith = (text: string, words: readonly string[]): readonly string[] => {
  const own = searchWords(text)
  return words.filter((word) => own.includes(word))
}

const bodyOf = ({ file, entity }: Placed, files: Readonly<Record<string, string>>): string =>
  (files[file] ?? '').split('\n').slice(entity.startLine, entity.endLine).join(' ')
