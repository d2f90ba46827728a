import { baseName, folderOf } from '@hindcast/text/paths.ts'
import { type Published, type SourceFiles, UNPUBLISHED } from '../../conventions.ts'

/** What a package's manifest publishes: its public modules; scripts name a function of theirs. */
export function pythonPublished(manifest: string, text: string, project: SourceFiles): Published {
  const folder = folderOf(manifest)
  const isPublished = baseName(manifest) !== 'pyproject.toml' || /^\[(project|tool\.poetry)\]/m.test(text)
  const names = [...text.matchAll(/([\w.]+):(\w+)/g)].flatMap(([, module = '', name = '']) =>
    project.pathsEnding(`${module.replaceAll('.', '/')}.py`).map((file) => [file, name] as const),
  )
  if (!isPublished) return { ...UNPUBLISHED, names }
  const modules = [...project.files(folder)].map(({ path }) => path).filter((path) => path.endsWith('.py'))
  return { isPublished, files: modules.filter((path) => !/(^|\/)_(?!_)/.test(path.slice(folder.length))), names }
}
