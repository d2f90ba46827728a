import type { Mention } from '../dead.ts'
import type { CodeReference } from '../facts.ts'
import { MODULE } from '../graph.ts'
import { languageNamed } from '../known-languages.ts'
import { codeLines, isComposed, type NamePart, namesIn, partsIn } from '../mentions.ts'
import { lastName } from '../outline.ts'
import { passingLines } from '../passing.ts'
import { mayUseNames } from '../text-words.ts'
import type { CodeView, Placed } from '../view.ts'
import { modulesCalled, reflectedIn } from './reflection.ts'

/** Where the suspects' names stand without a call or definition that explains it. Documents only talk about them. */
export function mentionsOf(suspects: readonly Placed[], view: CodeView): readonly Mention[] {
  const names = new Set(suspects.map(({ entity }) => lastName(entity.name)))
  if (names.size === 0) return []
  const explained = explainedBy(names, view)
  const mentions: Mention[] = []
  const composed: Composed[] = []
  const tops = topsOf(suspects)
  const loadable = loadableIn(suspects, view)
  for (const { path, language } of view.files()) {
    if (!mayUseNames(path)) continue
    const lines = codeLines(meantLines(path, language, view), language)
    for (const { line, text, passed } of passingLines(lines, language)) {
      const found = [...counted(text, names)].flatMap(([name, count]) => {
        const known = (explained.get(`${path}:${line}:${name}`) ?? 0) + passed.filter((each) => each === name).length
        return count > known ? [name] : []
      })
      for (const name of found) mentions.push({ file: path, line, name })
      for (const part of partsIn(text)) composed.push({ part, file: path, line })
      for (const name of reflectedIn(text, language))
        for (const of of modulesCalled(name, path, view))
          for (const { entity } of tops.get(of) ?? [])
            if (of === path || entity.exported || exportsAll(language))
              mentions.push({ file: path, line, name: entity.name, of })
      if (loadable.length > 0 && languageNamed(language)?.conventions?.loads.test(text))
        for (const { file, entity } of loadable) mentions.push({ file: path, line, name: entity.name, of: file })
    }
  }
  return [...mentions, ...composedBy(composed, names)]
}

/** The lines of a file; of a page, without the text that uses no names. */
function meantLines(path: string, language: string | undefined, view: CodeView): readonly string[] {
  const lines = view.source(path, 1, Number.MAX_SAFE_INTEGER)
  const embedded = languageNamed(language)?.embedded
  if (embedded === undefined) return lines
  const text = lines.join('\n')
  const uses = embedded.uses(text).split('\n')
  return embedded
    .code(text)
    .split('\n')
    .map((line, at) => `${line}${uses[at]?.trimEnd() ?? ''}`)
}

/** Whether every name at the top level of a language's files can be had from others. */
const exportsAll = (language: string | undefined): boolean => languageNamed(language)?.semantics.exportsAll === true

function topsOf(suspects: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const tops = new Map<string, Placed[]>()
  for (const each of suspects)
    if (each.entity.parent === undefined) tops.set(each.file, [...(tops.get(each.file) ?? []), each])
  return tops
}

/** What the files export that no other imports: whoever loads modules by computed names may mean these. */
function loadableIn(suspects: readonly Placed[], view: CodeView): readonly Placed[] {
  const isImported = new Map<string, boolean>()
  return suspects.filter(({ file, entity }) => {
    if (!entity.exported || entity.parent !== undefined) return false
    const known = isImported.get(file) ?? view.importersOf(file).length > 0
    isImported.set(file, known)
    return !known
  })
}

function counted(text: string, names: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of namesIn(text)) if (names.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Uses of entities by lists that only export them are none. */
export function withoutExports(uses: Iterable<CodeReference>, view: CodeView): Iterable<CodeReference> {
  const passed = new Map<string, ReadonlySet<string>>()
  return [...uses].filter(({ from, to, line }) => {
    if (from.name !== MODULE || from.file !== to.file) return true
    const known = passed.get(from.file) ?? passedIn(from.file, view)
    passed.set(from.file, known)
    return !known.has(`${line}:${to.name}`)
  })
}

function passedIn(path: string, view: CodeView): ReadonlySet<string> {
  const { language } = view.file(path) ?? {}
  const lines = codeLines(view.source(path, 1, Number.MAX_SAFE_INTEGER), language)
  return new Set(
    [...passingLines(lines, language)].flatMap(({ line, passed }) => passed.map((name) => `${line}:${name}`)),
  )
}

interface Composed {
  readonly part: NamePart
  readonly file: string
  readonly line: number
}

/** The names that are composed where a part of them stands. */
function composedBy(places: readonly Composed[], names: ReadonlySet<string>): readonly Mention[] {
  const known = new Map<string, readonly string[]>()
  return places.flatMap(({ part, file, line }) => {
    const key = `${part.starts} ${part.ends}`
    const meant = known.get(key) ?? [...names].filter((name) => isComposed(name, part))
    known.set(key, meant)
    return meant.map((name) => ({ file, line, name }))
  })
}

/** How often a name on a line is a definition; all of them where a use is resolved. */
function explainedBy(names: ReadonlySet<string>, view: CodeView): ReadonlyMap<string, number> {
  const explained = new Map<string, number>()
  const add = (file: string, line: number, name: string, count: number) => {
    const key = `${file}:${line}:${name}`
    if (names.has(name)) explained.set(key, (explained.get(key) ?? 0) + count)
  }
  for (const { file, entity } of view.entities()) add(file, entity.line, lastName(entity.name), 1)
  for (const { from, to, line, confidence } of view.edges())
    if (confidence >= SURE || !to.name.includes('.')) add(from.file, line, lastName(to.name), Number.POSITIVE_INFINITY)
  for (const { from, to, line } of view.references()) add(from.file, line, lastName(to.name), Number.POSITIVE_INFINITY)
  return explained
}

/** A method that is called is known for sure where types, or all values, say so. */
const SURE = 0.9

/**
 * A name at top level that a script does not export is seen in its own file, and in those that import that one. Names of scripts that are no
 * modules are everybody's, and so are those of languages that export all of them.
 */
export function seeing(view: CodeView): (file: string, suspect: Placed) => boolean {
  const seenBy = new Map<string, ReadonlySet<string> | undefined>()
  return (file, { file: own, entity }) => {
    if (file === own || entity.exported || entity.parent !== undefined) return true
    if (!seenBy.has(own)) seenBy.set(own, readersOf(own, view))
    return seenBy.get(own)?.has(file) ?? true
  }
}

/** The files that can name what a file does not export; undefined: all. */
function readersOf(file: string, view: CodeView): ReadonlySet<string> | undefined {
  const outline = view.outline(file)
  const isModule = outline?.imports.length !== 0 || outline.entities.some(({ exported }) => exported)
  if (!isModule || exportsAll(view.file(file)?.language)) return undefined
  return new Set(view.importersOf(file).map(({ from }) => from))
}
