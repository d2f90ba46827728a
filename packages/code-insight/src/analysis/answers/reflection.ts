import { baseName } from '@hindcast/text/paths.ts'
import type { CodeView } from '../view.ts'

/** The names of what a line goes through by its names; the file's own are ``. */
export function* reflectedIn(text: string, language: string | undefined): Iterable<string> {
  if (language === undefined) return
  for (const { groups } of text.matchAll(language === 'python' ? PYTHON : SCRIPT)) yield groups?.of ?? groups?.its ?? ''
}

const PYTHON =
  /\bglobals\(\)|\bsys\.modules\[__name__\]|\b(?:vars|dir|getmembers|getattr(?=\([\w.]+,\s*\w+\s*[,)]))\((?:\w+\.)*(?<of>\w+)|\b(?<!self\.)(?:\w+\.)*(?<its>\w+)\.__dict__/g
const SCRIPT = /\bObject\.(?:keys|values|entries|assign)\((?:\{\},\s*)?(?<of>[\w$]+)\)/g

/** The files that a file means by the name of a module. */
export function modulesCalled(name: string, file: string, view: CodeView): readonly string[] {
  if (name === '') return [file]
  return view.imports(file).flatMap(({ fact, targets }) =>
    targets.flatMap((target) => {
      if (target.kind !== 'file') return []
      const stem = baseName(target.path).replace(/\.\w+$/, '')
      const isWhole = fact.names.includes('*') && /\.[cm]?[jt]sx?$/.test(target.path)
      return stem === name || isWhole ? [target.path] : []
    }),
  )
}
