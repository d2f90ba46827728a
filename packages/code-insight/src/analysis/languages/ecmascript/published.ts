import { folderOf } from '@hindcast/text/paths.ts'
import { type Published, type SourceFiles, UNPUBLISHED } from '../../conventions.ts'

/** What a `package.json` publishes: what it names as entries, or every file; programs also where it is private. */
export function npmPublished(manifest: string, text: string, project: SourceFiles): Published {
  if (!/(?:^|\/)package\.json$/.test(manifest)) return UNPUBLISHED
  const json = parsed(text)
  const folder = folderOf(manifest)
  const { main, module, exports, types, typings, source, browser, bin } = json
  const isPublished = json.private !== true && typeof json.name === 'string'
  const programs = stringsIn(bin).flatMap((path) => sourcesOf(folder, path, project))
  if (!isPublished) return { ...UNPUBLISHED, files: programs }
  const stated = [main, module, exports, types, typings, source, browser].flatMap(stringsIn)
  const files = (stated.length === 0 ? ['index.js'] : stated).flatMap((path) => sourcesOf(folder, path, project))
  // Without a list of what may be imported, every file may; those of other packages' kind are none of it
  const open =
    exports === undefined ? filesBelow(folder, project, (path) => folderOf(path) === folder || !isBuilt(stated)) : []
  const all = files.length === 0 ? filesBelow(folder, project, () => true) : [...files, ...open]
  return { isPublished, files: [...all, ...programs], names: [] }
}

/** Whether what is published is made from the sources, which others then cannot import. */
const isBuilt = (stated: readonly string[]): boolean => stated.some((path) => BUILT.test(path))

const BUILT = /^(?:\.\/)?(?:dist|build|out|es|esm|cjs|umd|lib-\w+|types)\//

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** The sources of a published file: itself, or the file of that name in `src/`, whatever its ending; `*` is any name. */
function sourcesOf(folder: string, stated: string, project: SourceFiles): readonly string[] {
  const path = stated.replace(/^\.\//, '').replace(/\/$/, '/index.js')
  const parts = path.split('/')
  const tails = parts.map((_, at) => parts.slice(at).join('/'))
  const places = [path, ...tails.map((tail) => `src/${tail}`), ...tails.slice(1)]
  if (path.includes('*')) return filesBelow(folder, project, () => true)
  for (const place of places) {
    const stem = (folder === '' ? '' : `${folder}/`) + place.replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
    const found = ENDINGS.map((ending) => stem + ending).filter((each) => project.file(each)?.language !== undefined)
    if (found.length > 0) return found
  }
  return []
}

const ENDINGS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '',
]

const filesBelow = (folder: string, project: SourceFiles, isMeant: (path: string) => boolean): readonly string[] =>
  [...project.files(folder)]
    .filter(({ path, language }) => language !== undefined && isMeant(path))
    .map(({ path }) => path)
