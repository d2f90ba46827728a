import { expect } from 'vitest'
import { callsOf } from '../../../../src/analysis/calls.ts'
import { memorySources } from '../../memory-sources.ts'

const MARK = / #> ?(.*)$/

/** Each line of these files that ends in `#>` calls what stands there, in any order, and nothing else. */
export async function expectMarkedCalls(files: Readonly<Record<string, string>>): Promise<void> {
  const calls = callsOf(Object.keys(files), await memorySources(files))
  const words = (names: readonly string[]) => [...names].sort().join(' ')
  for (const [path, text] of Object.entries(files)) {
    const edges = calls.get(path)?.edges ?? []
    const found = text.split('\n').flatMap((line, at) => {
      const wanted = MARK.exec(line)?.[1]
      if (wanted === undefined) return []
      const called = edges.filter((edge) => edge.line === at + 1).map(({ to }) => to.name)
      const code = line.replace(MARK, '').trim()
      return [{ is: `${code} → ${words(called)}`, due: `${code} → ${words(wanted.split(' ').filter(Boolean))}` }]
    })
    expect(found.map(({ is }) => is)).toEqual(found.map(({ due }) => due))
  }
}

/** The same for one Python file. */
export const expectPython = (text: string): Promise<void> => expectMarkedCalls({ 'main.py': text })
