import { baseName } from '@hindcast/text/paths.ts'
import type { CheckOutcome } from '../checks/outcome.ts'

/** Longer outputs are cut anyway. */
const LONGEST = 100_000
const MOST = 20

/** The names of the files that a failing run's output points to with a line number, first ones first. */
export function placesIn(output: string): readonly string[] {
  const found = new Set<string>()
  for (const [, path = ''] of output.slice(0, LONGEST).matchAll(LOCATED)) {
    found.add(baseName(path))
    if (found.size === MOST) break
  }
  return [...found]
}

/** `src/a.ts:12`, `a.ts(3,4)`, `--> src/a.rs:3:4`, `File "a.py", line 3`. */
const LOCATED = /((?:[\w.@+-]+\/){0,20}[\w.@+-]+\.[A-Za-z]\w{0,5})(?::\d|\(\d+,\d|", line \d)/g

/** Whether a failure points to a file: by a line in its output, or by the name of a test or an error that contains the file's. */
export function isNear(
  file: string,
  { failed, places }: { readonly failed: Pick<CheckOutcome, 'error' | 'failing'>; readonly places: readonly string[] },
): boolean {
  const name = baseName(file)
  const stem = name.replace(/\..*$/, '').replace(/^test_|_(?:test|spec)$/g, '')
  if (places.includes(name)) return true
  const said = [...(failed.failing ?? []), failed.error ?? ''].join('\n')
  return stem.length >= 4 && new RegExp(`(?<![A-Za-z])${stem.replace(/[^\w-]/g, '.')}(?![A-Za-z])`, 'i').test(said)
}
