import { folderOf, joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'

/** `./name` is beside the file; any other is looked for in the folders that are searched by convention: `lib`, and the root. */
export function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module, from) => {
      const name = module.replace(/\.rb$/, '')
      const paths = name.startsWith('.')
        ? [`${joinPaths(folderOf(from), name) ?? name}.rb`]
        : [...project.ending(`lib/${name}.rb`), `${name}.rb`]
      const path = paths.find((each) => project.has(each))
      return path === undefined ? { kind: 'outside', name: module } : { kind: 'file', path }
    },
  }
}
