import { baseName } from '@hindcast/text/paths.ts'
import { groupsByKey } from '../dead.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import { namesIn } from '../mentions.ts'
import { lastName } from '../outline.ts'
import type { CodeView, Placed } from '../view.ts'
import { isPrivate } from './entry-points.ts'
import { basesOf, HARMLESS_BASES } from './inheritance.ts'
import { packagesIn } from './surface.ts'

/** What speaks against calling something dead that no known use leads to. */
export interface DoubtsOver {
  readonly dead: readonly Placed[]
  readonly isLibrary: (file: string) => boolean
  readonly view: CodeView
}

/**
 * Finds why something is only perhaps unused; undefined: nothing is known that could use it. All that is asked is general: who else
 * may know the name, or may get hold of what has it without naming it.
 */
export function doubtsOver({ dead, isLibrary, view }: DoubtsOver): (placed: Placed) => string | undefined {
  const mentioned = mentionedElsewhere(dead, view)
  const mayOffer = offering(isLibrary, view)
  const ofFile = new Map<string, string | undefined>()
  const inFile = (placed: Placed) => {
    const key = `${placed.file} ${isLocal(placed)}`
    if (!ofFile.has(key)) ofFile.set(key, doubtOfFile(placed, view))
    return ofFile.get(key)
  }
  return (placed) => {
    if (mentioned.has(lastName(placed.entity.name))) return 'the name stands elsewhere'
    return doubtOfName(placed) ?? doubtOfKind(placed, mayOffer(placed.file)) ?? inFile(placed) ?? said(placed, view)
  }
}

/** The names that stand anywhere, documents and comments included, but in what is dead itself. */
function mentionedElsewhere(dead: readonly Placed[], view: CodeView): ReadonlySet<string> {
  const open = new Set(dead.map(({ entity }) => lastName(entity.name)))
  const found = new Set<string>()
  const spans = groupsByKey(dead, ({ file }) => file)
  if (open.size === 0) return found
  for (const { path } of view.files()) {
    const own = spans.get(path) ?? []
    for (const [at, text] of view.source(path, 1, Number.MAX_SAFE_INTEGER).entries()) {
      if (own.some(({ entity }) => entity.startLine <= at + 1 && at + 1 <= entity.endLine)) continue
      for (const name of namesIn(text)) {
        if (open.has(name)) found.add(name)
        // A comment may begin without a space: `#_refresh()`
        else if (name.startsWith('#') && open.has(name.slice(1))) found.add(name.slice(1))
      }
    }
  }
  return found
}

/** Names of a form by which others look for what they call. */
function doubtOfName({ entity }: Placed): string | undefined {
  const name = lastName(entity.name)
  return HOOK.test(name) ? 'the name is like a hook' : undefined
}

const HOOK =
  /^(?:_\w+_|_?(?:on|do|visit|handle|test|before|after|pre|post|hook|setup|teardown|register|pytest|ng)(?:_\w+|[A-Z]\w*)?|_(?:read|write|writev|transform|flush|final|destroy|construct)|main|init|initialize|load|unload|activate|deactivate|handler|plugin|default)$/

function doubtOfKind(placed: Placed, mayOffer: boolean): string | undefined {
  const { entity } = placed
  const isHidden = isPrivate(placed)
  if (entity.kind === 'method' && !isHidden) return 'the method is public'
  if (entity.kind === 'class' && basesOf(entity.signature, lastName(entity.name)).some((base) => !isPlainBase(base)))
    return 'its base may find it'
  return mayOffer && entity.exported && !isHidden ? 'the package may offer it' : undefined
}

/** Packages that no script beside them imports may be there for others, whatever programs they hold. */
function offering(isLibrary: (file: string) => boolean, view: CodeView): (file: string) => boolean {
  const packageOf = packagesIn(view)
  const isScript = (path: string) =>
    languageOf(path)?.conventions?.publicModules?.setUp.test(baseName(path)) === false &&
    packageOf(path) === path &&
    view.file(path)?.isTest === false
  const ran = new Set<string>()
  for (const { from, to } of view.importEdges()) if (isScript(from)) ran.add(packageOf(to))
  return (file) => {
    const its = packageOf(file)
    return isLibrary(file) || (its !== file && !ran.has(its))
  }
}

const isPlainBase = (base: string): boolean => HARMLESS_BASES.has(lastName(base)) || /(?:Error|Exception)$/.test(base)

/** What a file does, or where it stands, may bring any of its names to life. */
function doubtOfFile(placed: Placed, view: CodeView): string | undefined {
  const { file } = placed
  if (view.file(file)?.problem !== undefined) return 'its file is not fully understood'
  if (SAMPLES.test(file)) return 'its file is a sample or template'
  const text = view.text(file) ?? view.source(file, 1, Number.MAX_SAFE_INTEGER).join('\n')
  const { conventions, semantics } = languageNamed(view.file(file)?.language) ?? {}
  const reflects = isLocal(placed) ? conventions?.reflectsLocals : conventions?.reflects
  if (reflects?.test(text)) return 'its file goes through names'
  // A package's own file is read with any of its modules
  const isRun = text.startsWith('#!') || baseName(file) === semantics?.packageFile
  const isProgram = isRun || conventions?.publicModules?.isProgram(file, text) === true
  return !isProgram && view.importersOf(file).length === 0 ? 'nothing imports its file' : undefined
}

/** A function that no object holds: going through an object's members does not reach it. */
const isLocal = ({ entity }: Placed): boolean => entity.kind === 'function' && !entity.exported

const SAMPLES =
  /(?:^|[/_-])(?:templates?|scaffold(?:s|ing)?|skeletons?|fixtures?|examples?|samples?|demos?|boilerplate|stubs?|snippets?)[/_.-]/i

/** What is written at a definition may say that it is kept for others. */
function said({ file, entity }: Placed, view: CodeView): string | undefined {
  const text = view.source(file, Math.max(1, entity.startLine - LINES), Math.min(entity.endLine, entity.line + LINES))
  return text.some((line) => KEPT.test(line)) ? 'it may be kept for others' : undefined
}

const LINES = 5

const KEPT =
  /deprecat|backwards?[- ]|compatib|legacy|pickl|experimental|internal api|do not (?:use|remove|delete)|subclass|overrid(?:e|den) (?:by|this|in|to)|(?:called|invoked|used) (?:by|from|in|when)|for (?:debugging|testing|tests|external)|public api|noqa: ?F|no-unused|\bunused\b|@api|@ignore-unused|pragma: no cover/i

/** What is dead for sure, and the rest with why it is not sure. */
export function splitByDoubt(over: DoubtsOver): {
  readonly sure: readonly Placed[]
  readonly doubted: readonly { placed: Placed; why: string }[]
} {
  const doubt = doubtsOver(over)
  const reasons = new Map<Placed, string>()
  const open = over.dead.filter((each) => {
    const why = doubt(each)
    if (why !== undefined) reasons.set(each, why)
    return why !== undefined
  })
  // What may be in use may use others of them
  for (let user = open.pop(); user !== undefined; user = open.pop()) {
    const { startLine, endLine } = user.entity
    const named = new Set(over.view.source(user.file, startLine, endLine).flatMap((line) => [...namesIn(line)]))
    for (const each of over.dead) {
      if (reasons.has(each) || !named.has(lastName(each.entity.name))) continue
      reasons.set(each, 'something that may be in use names it')
      open.push(each)
    }
  }
  return {
    sure: over.dead.filter((each) => !reasons.has(each)),
    doubted: over.dead.flatMap((placed) => {
      const why = reasons.get(placed)
      return why === undefined ? [] : [{ placed, why }]
    }),
  }
}
