import { folderOf as folderOfPath } from '@hindcast/text/paths.ts'
import type { FolderPlace } from '../code-answers.ts'
import { isCode } from '../known-languages.ts'
import { cyclesOf, layersOf } from '../layers.ts'
import type { CodeView } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { folderOf } from './target.ts'

/** How folders depend on each other, in layers, and which files import each other in circles. Tests stand outside. */
export function archOf(target: string | undefined, view: CodeView): CodeAnswered {
  const folder = folderOf(target, view)
  if (folder === undefined) return { kind: 'unknown', target: target ?? '', why: `'${target}' is not a folder` }
  const files = [...view.files(folder)].filter(({ path, isTest }) => isCode(path) && !isTest)
  const inside = new Set(files.map(({ path }) => path))
  const imports = [...view.importEdges(folder)].filter(({ from, to }) => inside.has(from) && inside.has(to))
  const running = imports.filter(({ fact }) => !fact.isType)
  const calls = [...view.edges(folder)]
    .map(({ from, to }) => ({ from: from.file, to: to.file }))
    .filter(({ from, to }) => inside.has(from) && inside.has(to))
  const uses = graphOf(
    files.map(({ path }) => folderOfPath(path)),
    [...imports, ...calls].map(({ from, to }) => ({ from: folderOfPath(from), to: folderOfPath(to) })),
  )
  return {
    kind: 'arch',
    folders: foldersOf(
      uses,
      files.map(({ path }) => folderOfPath(path)),
    ),
    cycles: cyclesOf(graphOf([...inside], running)),
  }
}

function graphOf(nodes: readonly string[], edges: Iterable<{ readonly from: string; readonly to: string }>) {
  const uses = new Map(nodes.map((node) => [node, new Set<string>()]))
  for (const { from, to } of edges) if (from !== to) uses.get(from)?.add(to)
  return uses
}

/** The root has no name of its own. */
const shown = (folder: string): string => (folder === '' ? '.' : folder)

/** Highest layer first. */
function foldersOf(uses: ReadonlyMap<string, ReadonlySet<string>>, folders: readonly string[]): readonly FolderPlace[] {
  const layers = layersOf(uses)
  const usedBy = new Map<string, string[]>()
  for (const [from, all] of uses) for (const to of all) usedBy.set(to, [...(usedBy.get(to) ?? []), from])
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...uses]
    .map(([folder, used]) => ({
      folder: shown(folder),
      layer: layers.get(folder) ?? 0,
      files: counts.get(folder) ?? 0,
      uses: [...used].map(shown).sort(),
      usedBy: (usedBy.get(folder) ?? []).map(shown).sort(),
    }))
    .sort((a, b) => b.layer - a.layer || (a.folder < b.folder ? -1 : 1))
}
