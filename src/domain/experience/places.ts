import { baseName } from '@hindcast/text/paths.ts'
import type { CheckOutcome } from '../checks/outcome.ts'

/** Longer outputs are cut anyway. */
const LONGEST = 100_000
const MOST = 20

/** The files, as printed, that a failing run's output points to, first ones first; not those of warnings. */
export function placesIn(output: string): readonly string[] {
  const found = new Set<string>()
  for (const [, path = '', alone = path] of output.slice(0, LONGEST).replace(WARNINGS, '').matchAll(LOCATED)) {
    found.add(alone)
    if (found.size === MOST) break
  }
  return [...found]
}

/** Lines of a warning: one that says so directly after its place, or the block below its head, up to an error. */
const WARNINGS =
  /^(?:[^\n]{0,300}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)):?[ -]{0,3}\w{0,30}warning(?: [A-Z]+\d+)? ?[:[(][^\n]*|warning(?:\[\S{1,40}\])?: [^\n]*(?:\n(?!\s*error\b|[^\n]{0,300}[:(]\d[^\n]{0,20}\berror\b)[^\n]+){0,40})$/gim

/** `src/a.ts:12`, `a.ts(3,4)`, `--> src/a.rs:3:4`, `File "a.py", line 3`; a path alone on its line, as a linter heads its findings. */
const LOCATED =
  /(?<![\w.@+-])((?:[\w.@+-]+\/){0,20}[\w.@+-]+\.[A-Za-z]\w{0,5})(?::\d|\(\d+,\d|", line \d)|^(?:would reformat:? )?\/?((?:[\w.@+-]+\/){0,20}[\w.@+-]+\.[A-Za-z]\w{0,5})$/gim

/** Whether a failure points to a file: by a line in its output, or by the name of a test or an error that contains the file's. */
export function isNear(
  file: string,
  { failed, places }: { readonly failed: Pick<CheckOutcome, 'error' | 'failing'>; readonly places: readonly string[] },
): boolean {
  const name = baseName(file)
  const stem = name.replace(/\..*$/, '').replace(/^test_|_(?:test|spec)$/g, '')
  const named = places.filter((place) => baseName(place) === name)
  if (named.length > 0) return named.some((place) => isSameFile(place, file))
  const said = [...(failed.failing ?? []), failed.error ?? ''].join('\n')
  return stem.length >= 4 && new RegExp(`(?<![A-Za-z])${stem.replace(/[^\w-]/g, '.')}(?![A-Za-z])`, 'i').test(said)
}

/** Of two paths, one of which may be shortened or of another machine: the same name, in folders of the same name. */
function isSameFile(printed: string, file: string): boolean {
  const [name, folder] = printed.split('/').toReversed()
  const [base, parent] = file.split(/[\\/]/).toReversed()
  return name === base && (folder === undefined || /^\.{0,2}$/.test(folder) || folder === parent)
}
