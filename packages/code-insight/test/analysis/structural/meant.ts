import { callsOf } from '../../../src/analysis/calls.ts'
import { memorySources } from '../memory-sources.ts'

/** What the calls of files lead to, as `line → file:name`, and those that are not known, as `line ? why`; best answers first. */
export async function meantIn(path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { edges = [], unresolved = [] } = callsOf([path], await memorySources(files)).get(path) ?? {}
  const byLine = [...edges].sort((a, b) => a.line - b.line || b.confidence - a.confidence)
  return [
    ...byLine.map(({ line, to }) => `${line} → ${to.file}:${to.name}:${to.line}`),
    ...unresolved.map(({ line, why }) => `${line} ? ${why}`),
  ]
}

/** What one call leads to, which is marked in the text by a comment `HERE` in its line; all else is left out. */
export async function meantHere(path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const line = (files[path] ?? '').split('\n').findIndex((each) => each.includes('HERE')) + 1
  const found = await meantIn(path, files)
  return found.flatMap((each) => (each.startsWith(`${line} `) ? each.slice(`${line} `.length) : []))
}
