import { Alive, believe, Known, type Mention } from '../dead.ts'
import { codeLines, isComposed, namesIn, partsIn } from '../mentions.ts'
import { type CodeView, lastName, type Placed } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { entryPointsOf } from './entry-points.ts'
import { inheritanceIn } from './inheritance.ts'
import { shown, targetOf } from './target.ts'

/**
 * Functions, methods and classes that nothing in use leads to. Where their name stands anywhere that no resolved call
 * explains, they count as in use: rather one too few than one wrongly called dead.
 */
export function deadOf(target: string | undefined, view: CodeView): CodeAnswered {
  const found = targetOf(target ?? '.', view)
  if (target !== undefined && found.kind === 'none') return found.answer
  if (!view.state().complete)
    return { kind: 'dead', dead: [], entities: 0, notes: ['what is dead is known only once all files are indexed'] }
  const known = new Known(view.entities())
  const inheritance = inheritanceIn(view, known)
  const { isEntry, livesWithOwner } = entryPointsOf(view, known, inheritance.overridesOutside)
  const uses = function* () {
    yield* view.edges()
    yield* view.references()
    yield* inheritance.overriding()
  }
  const alive = new Alive({ known, uses: uses(), isEntry, livesWithOwner })
  const judged = known.entities.filter((each) => isJudged(each, view))
  const suspects = judged.filter((each) => !alive.has(each))
  const dead = believe(alive, suspects, mentionsOf(suspects, view), seeing(view))
  const isAsked = askedFor(found)
  return {
    kind: 'dead',
    dead: dead.filter(isAsked).map(shown),
    entities: judged.filter(isAsked).length,
  }
}

function askedFor(found: ReturnType<typeof targetOf>): (placed: Placed) => boolean {
  if (found.kind === 'file') return ({ file }) => file === found.file
  if (found.kind === 'entities') return ({ file }) => file === found.entities[0]?.file
  const folder = found.kind === 'folder' ? found.folder : ''
  return ({ file }) => folder === '' || file.startsWith(`${folder}/`)
}

/** What can be called dead: code with a body, in source that people write. */
function isJudged({ file, entity: { kind, marks } }: Placed, view: CodeView): boolean {
  if (kind !== 'function' && kind !== 'method' && kind !== 'class') return false
  if (marks.includes('bodiless') || marks.includes('abstract') || /\.(?:d\.[cm]?ts|pyi)$/.test(file)) return false
  const about = view.file(file)
  return about !== undefined && !(about.isTest || about.isGenerated || about.isVendored)
}

/** Where the suspects' names stand without a call or definition that explains it. Documents only talk about them. */
function mentionsOf(suspects: readonly Placed[], view: CodeView): readonly Mention[] {
  const names = new Set(suspects.map(({ entity }) => lastName(entity.name)))
  if (names.size === 0) return []
  const explained = explainedBy(names, view)
  const mentions: Mention[] = []
  for (const { path, language } of view.files()) {
    if (DOCUMENT.test(path)) continue
    for (const { line, text } of codeLines(view.source(path, 1, Number.MAX_SAFE_INTEGER), language)) {
      const found = [...namesIn(text)].filter((name) => names.has(name) && !explained.has(`${path}:${line}:${name}`))
      const parts = [...partsIn(text)]
      const composed =
        parts.length === 0 ? [] : [...names].filter((name) => parts.some((part) => isComposed(name, part)))
      for (const name of new Set([...found, ...composed])) mentions.push({ file: path, line, name })
    }
  }
  return mentions
}

const DOCUMENT =
  /\.(?:md|mdx|rst|txt|adoc|log|lock|svg|csv|tsv|map)$|(?:^|\/)(?:package-lock\.json|CHANGELOG[^/]*|LICENSE[^/]*)$/i

/** Lines on which a name is a definition, or a use that is resolved. */
function explainedBy(names: ReadonlySet<string>, view: CodeView): ReadonlySet<string> {
  const explained = new Set<string>()
  for (const { file, entity } of view.entities()) {
    const name = lastName(entity.name)
    if (names.has(name)) explained.add(`${file}:${entity.line}:${name}`)
  }
  for (const { from, to, line, confidence } of view.edges()) {
    const name = lastName(to.name)
    if (names.has(name) && (confidence >= SURE || !to.name.includes('.'))) explained.add(`${from.file}:${line}:${name}`)
  }
  for (const { from, to, line } of view.references()) {
    const name = lastName(to.name)
    if (names.has(name)) explained.add(`${from.file}:${line}:${name}`)
  }
  return explained
}

/** A method that is called is known for sure where types, or all values, say so. */
const SURE = 0.9

/** A name at top level that is not exported is seen in its own file, and in those that import that one. */
function seeing(view: CodeView): (file: string, suspect: Placed) => boolean {
  const importers = new Map<string, ReadonlySet<string>>()
  return (file, { file: own, entity }) => {
    if (file === own || entity.exported || entity.parent !== undefined) return true
    const known = importers.get(own) ?? new Set(view.importersOf(own).map(({ from }) => from))
    importers.set(own, known)
    return known.has(file)
  }
}
