import { absolutePath, baseName, relativePath } from '@hindcast/text/paths.ts'
import { nearest } from '@hindcast/text/suggestion.ts'
import type { AnswerBody, ShownEntity } from '../code-answers.ts'
import { MODULE } from '../graph.ts'
import { isCode, isDeclarationFile, modulePath } from '../known-languages.ts'
import { type Entity, lastName } from '../outline.ts'
import type { CodeView, Placed } from '../view.ts'

/** What a target names: exactly one thing, or the answer that says why not. */
export type Target =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'folder'; readonly folder: string }
  /** Entities of one qualified name in one file: mostly one. `others`: those of this name in tests, generated or vendored code. */
  | { readonly kind: 'entities'; readonly entities: readonly Placed[]; readonly others: readonly Placed[] }
  /** `file`: what it should have been in. */
  | { readonly kind: 'none'; readonly answer: AnswerBody; readonly file?: string }

/** What `target` names. */
export function targetOf(target: string, view: CodeView): Target {
  const given = target.trim()
  const path = pathOf(given, view)
  if (path !== undefined) return path
  return partOf(given, view) ?? byName(given, view) ?? byEnding(given, view) ?? unknown(given, view)
}

/** An existing file or folder, from the folder of the question or from the root. */
function pathOf(given: string, view: CodeView): Target | undefined {
  for (const base of [`/${view.folder}`, '/']) {
    const inside = given === view.root ? '' : relativePath(given, view.root)
    const path = absolutePath(inside, base).slice(1)
    if (view.file(path)) return { kind: 'file', file: path }
    if (path === '' || view.hasFolder(path)) return { kind: 'folder', folder: path }
  }
  return undefined
}

/** `path:name`, `path:line` or `path:line:column`. */
function partOf(given: string, view: CodeView): Target | undefined {
  const at = /^(.+?):(\d+)(?::\d+)?$/.exec(given) ?? /^(.+?):((?:[^:]|::)+)$/.exec(given)
  if (at === null) return undefined
  const [, path = '', part = ''] = at
  const found = pathOf(path, view) ?? byEnding(path, view)
  if (found === undefined) return undefined
  if (found.kind !== 'file') return found.kind === 'folder' ? undefined : found
  const placed = (view.outline(found.file)?.entities ?? []).map((entity) => ({ file: found.file, entity }))
  if (/^\d+$/.test(part))
    return { kind: 'entities', entities: [enclosing(found.file, placed, Number(part))], others: [] }
  if (part === MODULE) return { kind: 'entities', entities: [topLevel(found.file)], others: [] }
  const [called] = formsOf(part).flatMap((form) => {
    const all = placed.filter(({ entity }) => isCalled(entity.name, form))
    return all.length > 0 ? [all] : []
  })
  if (called) return oneOf(given, called, view)
  const near = nearest(part, new Set(placed.slice(0, MOST_COMPARED).map(({ entity }) => entity.name)))
  const why = `nothing in ${found.file} is called '${part}'`
  return { ...none(given, why, near && `${found.file}:${near}`), file: found.file }
}

/** Each name is compared letter by letter. */
const MOST_COMPARED = 5_000

/** The innermost entity with a body around a line. */
function enclosing(file: string, placed: readonly Placed[], line: number): Placed {
  const around = placed.filter(
    ({ entity: { startLine, endLine, kind } }) => startLine <= line && line <= endLine && !PLAIN.has(kind),
  )
  const innermost = around.reduce<Placed | undefined>(
    (best, each) => (best === undefined || each.entity.startLine >= best.entity.startLine ? each : best),
    undefined,
  )
  return innermost ?? placed.find(({ entity }) => entity.line === line) ?? topLevel(file)
}

/** Kinds without calls of their own. */
const PLAIN: ReadonlySet<string> = new Set(['variable', 'field', 'type'])

/** A symbol by its name, perhaps with the module in front. */
function byName(given: string, view: CodeView): Target | undefined {
  if (/[/\\\s]/.test(given.replace(/\(.*\)$/, ''))) return undefined
  for (const each of formsOf(given)) {
    const found = named(each, view)
    if (found.length > 0) return oneOf(given, found, view)
  }
  return undefined
}

/** A name as it is qualified here, as it is given or as that of a private member, which may be given without its `#`. */
function formsOf(given: string): readonly string[] {
  const name = given
    .replace(/\(.*\)$/, '')
    .replaceAll('::', '.')
    .replace(/(?<=[^.])#/g, '.')
  const own = lastName(name)
  return own.startsWith('#') ? [name] : [name, `${name.slice(0, name.length - own.length)}#${own}`]
}

function named(name: string, view: CodeView): readonly Placed[] {
  const all = view.named(lastName(name))
  const found = all.filter(({ entity }) => isCalled(entity.name, name))
  return found.length > 0 ? found : all.filter((each) => isCalled(inModule(each), name))
}

const inModule = ({ file, entity }: Placed): string => `${modulePath(file).replaceAll('/', '.')}.${entity.name}`

const isCalled = (name: string, given: string): boolean => name === given || name.endsWith(`.${given}`)

/** The one matching entity, or all candidates. Source takes precedence over tests and copies, and over declarations of it. */
function oneOf(given: string, found: readonly Placed[], view: CodeView): Target {
  const isSource = ({ file }: Placed) => {
    const about = view.file(file)
    return isCode(file) && !(about?.isTest || about?.isGenerated || about?.isVendored)
  }
  const source = found.filter(isSource)
  const written = source.filter((each) => !isDeclarationFile(each.file) && definitionsOf(each, source).length === 0)
  const meant = [written, source, found].find(({ length }) => length > 0) ?? []
  const [first] = meant
  const isOne = meant.every(({ file, entity }) => file === first?.file && entity.name === first.entity.name)
  if (isOne) return { kind: 'entities', entities: meant, others: found.filter((each) => !meant.includes(each)) }
  return { kind: 'none', answer: { kind: 'candidates', target: given, candidates: meant.map(shownEntity) } }
}

/** Of what is only declared, what is defined under the same name, in another file or another branch. */
export const definitionsOf = ({ entity }: Placed, all: readonly Placed[]): readonly Placed[] =>
  entity.marks.includes('declared')
    ? all.filter((other) => other.entity.name === entity.name && !other.entity.marks.includes('declared'))
    : []

/** A file by the end of its path. */
function byEnding(given: string, view: CodeView): Target | undefined {
  if (!/[./]/.test(given) || given.startsWith('/')) return undefined
  const paths = view.pathsEnding(given.replace(/^(?:\.{1,2}\/)+/, ''))
  const [file] = paths
  if (file === undefined) return undefined
  if (paths.length === 1) return { kind: 'file', file }
  const candidates = paths.map((path) => shownEntity(topLevel(path)))
  return { kind: 'none', answer: { kind: 'candidates', target: given, candidates } }
}

function unknown(given: string, view: CodeView): Target {
  const isPath = given.includes('/')
  const name = isPath ? baseName(given) : lastName(given)
  const near = nearest(name, view.namesLike(name)) ?? nearest(given, view.namesLike(given))
  const why = `no ${isPath ? 'file or folder' : 'file, folder or symbol'} is called '${given}'`
  return none(given, why, near && ownersName(given, near, view))
}

/** With the class that was given, where that one has it: others may have the name as well. */
function ownersName(given: string, near: string, view: CodeView): string {
  const whole = given.slice(0, given.length - lastName(given).length) + near
  return view.named(near).some(({ entity }) => isCalled(entity.name, whole)) ? whole : near
}

const none = (target: string, why: string, near: string | undefined): Target & { kind: 'none' } => ({
  kind: 'none',
  answer: { kind: 'unknown', target, why, near },
})

/** The top level of a file, as an entity. */
export const topLevel = (file: string): Placed => ({
  file,
  entity: { ...TOP, signature: file },
})

const TOP: Entity = {
  name: MODULE,
  kind: 'namespace',
  line: 1,
  startLine: 1,
  endLine: Number.MAX_SAFE_INTEGER,
  signature: '',
  exported: false,
  marks: [],
}

/** An entity as answers show it. */
export const shownEntity = ({ file, entity }: Placed): ShownEntity => ({
  file,
  name: entity.name,
  line: entity.line,
  kind: entity.name === MODULE ? 'file' : entity.kind,
  signature: entity.signature,
  ...(entity.doc !== undefined && { doc: entity.doc }),
})

/** The folder that a target names, the root without one; undefined if it names something else. */
export function folderOf(target: string | undefined, view: CodeView): string | undefined {
  if (target === undefined) return ''
  const found = targetOf(target, view)
  return found.kind === 'folder' ? found.folder : undefined
}
