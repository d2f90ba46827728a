import { baseName } from '@hindcast/text/paths.ts'
import { languageNamed } from '../known-languages.ts'
import type { CodeView } from '../view.ts'

/** The names of what a line goes through by its names; the file's own are ``. */
export function* reflectedIn(text: string, language: string | undefined): Iterable<string> {
  const reflected = languageNamed(language)?.conventions?.reflected
  if (reflected === undefined) return
  for (const { groups } of text.matchAll(reflected)) yield groups?.of ?? groups?.its ?? ''
}

/** The files that a file means by the name of a module. */
export function modulesCalled(name: string, file: string, view: CodeView): readonly string[] {
  if (name === '') return [file]
  return view.imports(file).flatMap(({ targets }) =>
    targets.flatMap((target) => {
      if (target.kind !== 'file') return []
      const stem = baseName(target.path).replace(/\.\w+$/, '')
      return stem === name ? [target.path] : []
    }),
  )
}
