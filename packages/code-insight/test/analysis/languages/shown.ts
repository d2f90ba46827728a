import { callsOf } from '../../../src/analysis/calls.ts'
import { languageOf } from '../../../src/analysis/known-languages.ts'
import { factsOf, memorySources } from '../memory-sources.ts'

type Files = Readonly<Record<string, string>>

const codeIn = (files: Files): readonly string[] => Object.keys(files).filter((path) => languageOf(path))

/** What a file of a program consists of, a line for each: place, kind, name, signature, documentation, who sees it. */
export async function outlined(path: string, files: Files): Promise<readonly string[]> {
  const { outline } = await factsOf(path, files[path] ?? '')
  return outline.entities.map(({ line, kind, name, signature, doc, exported }) =>
    [line, kind, name, signature, ...(doc === undefined ? [] : [doc]), ...(exported ? [] : ['own'])].join(' | '),
  )
}

/** The imports of all files of a program, a line for each: place, module, names, and what it leads to. */
export async function importsIn(files: Files): Promise<readonly string[]> {
  const { facts, target } = await memorySources(files)
  return codeIn(files).flatMap((path) =>
    (facts(path)?.outline.imports ?? []).map(({ line, module, names }) => {
      const [name] = names
      const found = target(module, path, name === '*' ? undefined : name)
      return `${path}:${line} ${module} (${names.join(', ')}) → ${found.kind === 'outside' ? 'outside' : found.path}`
    }),
  )
}

/** The calls of all files of a program, a line for each: place, caller, callee with its file, how sure; ? without a target. */
export async function callsIn(files: Files): Promise<readonly string[]> {
  const paths = codeIn(files)
  const calls = callsOf(paths, await memorySources(files))
  return paths.flatMap((path) => {
    const { edges = [], unresolved = [] } = calls.get(path) ?? {}
    const found = edges.map(({ from, to, line, confidence }) => {
      const file = to.file === path ? '' : `${to.file}:`
      return `${path}:${line} ${from.name} → ${file}${to.name} ${confidence}`
    })
    return [...found, ...unresolved.map(({ line, name, text }) => `${path}:${line} ${name} → ${text}?`)]
  })
}
