import type { Importer, ShownImport } from '../code-answers.ts'
import type { CodeView, ImportEdge, ResolvedImport } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { importersOfEntity } from './importers.ts'
import { whyNoCalls } from './outline.ts'
import { targetOf } from './target.ts'

/** What a file imports, and where each import leads. */
export function importsOf(target: string, view: CodeView): CodeAnswered {
  const file = fileOf(target, view)
  if (typeof file !== 'string') return file
  const why = whyNoCalls(file, view)
  if (why !== undefined) return { kind: 'unknown', target, why: `no imports of ${file}: ${why}` }
  return { kind: 'imports', file, imports: withoutPassed(view.imports(file)).map(shownImport) }
}

/** `import a.b` binds `a` on the way to `a.b`; it is one import, of the latter. */
function withoutPassed(imports: readonly ResolvedImport[]): readonly ResolvedImport[] {
  return imports.filter(({ fact }, at) => {
    const next = imports[at + 1]?.fact
    return !(next?.line === fact.line && next.names.length === 0 && next.module.startsWith(`${fact.module}.`))
  })
}

/** What imports a file, a folder's files from outside it, a symbol, or a module by the name that it is imported by. */
export function importersOf(target: string, view: CodeView): CodeAnswered {
  const found = targetOf(target, view)
  if (found.kind === 'file') return importersAnswer(found.file, view.importersOf(found.file))
  if (found.kind === 'folder') return importersAnswer(found.folder || '.', ofFolder(found.folder, view))
  const ofModule = view.importersOfModule(target.trim())
  if (ofModule.length > 0) return importersAnswer(target.trim(), ofModule)
  if (found.kind === 'none') return found.answer
  const [placed] = found.entities
  if (placed === undefined) return importersAnswer(target, [])
  return importersAnswer(`${placed.file}:${placed.entity.name}`, importersOfEntity(placed, view))
}

const importersAnswer = (target: string, edges: Parameters<typeof inOrder>[0]): CodeAnswered => ({
  kind: 'importers',
  target,
  importers: inOrder(edges),
})

const ofFolder = (folder: string, view: CodeView): readonly ImportEdge[] =>
  [...view.files(folder)]
    .flatMap(({ path }) => view.importersOf(path))
    .filter(({ from }) => folder !== '' && !from.startsWith(`${folder}/`))

/** The given file, or the file that defines the given symbol. */
function fileOf(target: string, view: CodeView): string | CodeAnswered {
  const found = targetOf(target, view)
  if (found.kind === 'file') return found.file
  if (found.kind === 'none') return found.answer
  const [first] = found.kind === 'entities' ? found.entities : []
  return first?.file ?? { kind: 'unknown', target, why: `'${target}' is a folder, not a file` }
}

function shownImport({ fact, targets }: ResolvedImport): ShownImport {
  const outside = targets.find((each) => each.kind === 'outside')
  const files = targets.flatMap((each) => (each.kind === 'outside' ? [] : [each.path]))
  const { module, line, names, isType, isExport } = fact
  return {
    module,
    line,
    names,
    isType,
    isExport,
    files: [...new Set(files)],
    ...(outside && { outside: outside.name }),
  }
}

function inOrder(
  edges: readonly {
    readonly from: string
    readonly fact: Pick<ResolvedImport['fact'], 'line' | 'module' | 'names'>
    readonly through?: string | undefined
  }[],
): readonly Importer[] {
  const all = edges.map(({ from, fact: { line, module, names }, through }) => ({
    file: from,
    line,
    module,
    names,
    ...(through !== undefined && { through }),
  }))
  const once = new Map(all.map((each) => [`${each.file}:${each.line}:${each.module}`, each]))
  return [...once.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line)
}
