import { folderOf } from '@hindcast/text/paths.ts'
import type { CodeSources, FileCalls, FileFacts } from './facts.ts'
import { type FlowCall, type Flows, NONE } from './flow/flows.ts'
import { type CallEdge, type CodePlace, GUESSED, MODULE, type UnresolvedCall } from './graph.ts'
import { languageNamed, languageOf } from './known-languages.ts'
import type { Language } from './language.ts'
import { type Entity, lastName } from './outline.ts'

/** More that have a method's name are no answer. */
const MOST = 5
/** A name that the language lets mean one thing only. */
const SURE = 0.9

/**
 * The calls of a file of a language whose calls are found by name. A plain name means what its own file or, in a language where
 * that is one module, its folder has; a name behind an import's what that leads to; any other a method of that name.
 */
export function callsByName(path: string, sources: CodeSources): FileCalls {
  const facts = sources.facts(path)
  const language = languageNamed(facts?.outline.language)
  if (facts === undefined || language === undefined) return { edges: [], references: [], unresolved: [] }
  const file = new NamingFile(path, facts, language, sources)
  const edges: CallEdge[] = []
  const unresolved: UnresolvedCall[] = []
  for (const call of facts.flows.calls) {
    const found = call.name === '' ? undefined : file.meant(call)
    if (found === undefined) continue
    const [owner = NONE, line = 1] = facts.flows.sites[call.site] ?? []
    const entity = facts.outline.entities[owner]
    const from: CodePlace = { file: path, name: entity?.name ?? MODULE, line: entity?.line ?? 1 }
    const why = whyUnknown(call, found.length)
    if (why !== undefined) unresolved.push({ file: path, name: from.name, line, text: call.text, why })
    else
      for (const { to, confidence } of found)
        edges.push({ from, to, line, confidence: shared(confidence, found.length) })
  }
  return { edges, references: [], unresolved }
}

function whyUnknown({ object }: FlowCall, found: number): UnresolvedCall['why'] | undefined {
  if (found > MOST) return 'many targets'
  if (found > 0) return undefined
  return object === NONE ? 'unknown value' : 'unknown receiver'
}

const shared = (confidence: number, alike: number): number => Math.round((confidence / Math.sqrt(alike)) * 100) / 100

interface Meant {
  readonly to: CodePlace
  readonly confidence: number
}

/** What names mean in one file. */
class NamingFile {
  readonly #path: string
  readonly #facts: FileFacts
  readonly #language: Language
  readonly #sources: CodeSources
  /** The modules that variables stand for, and the names that nothing in the file declares. */
  readonly #imports: ReadonlyMap<number, string>
  readonly #free: ReadonlySet<number>

  constructor(path: string, facts: FileFacts, language: Language, sources: CodeSources) {
    this.#path = path
    this.#facts = facts
    this.#language = language
    this.#sources = sources
    this.#imports = importsIn(facts.flows)
    this.#free = freeIn(facts.flows)
  }

  /** What a call may mean; undefined: something outside of the project, or of the language itself. */
  meant(call: FlowCall): readonly Meant[] | undefined {
    const { callee, object, name } = call
    const module = this.#imports.get(object === NONE ? callee : object)
    if (module !== undefined) return this.#imported(module, call)
    if (object !== NONE) return this.#methods(name)
    if (this.#free.has(callee)) return this.#language.semantics.globals.has(name) ? undefined : this.#unbound(call)
    if (this.#facts.flows.exports[name] !== callee) return []
    return this.#chosen([this.#path], call)
  }

  #imported(module: string, call: FlowCall): readonly Meant[] | undefined {
    const target = this.#sources.target(module, this.#path)
    if (target.kind === 'outside') return undefined
    return this.#chosen(this.#defining(call.name, target.path), call)
  }

  /** A name that the file does not declare: its folder's, or what an import of all names gives. */
  #unbound(call: FlowCall): readonly Meant[] {
    const { imports, stars } = this.#facts.flows
    const own = this.#language.byName?.module === 'folder' ? this.#defining(call.name, folderOf(this.#path)) : []
    const found = this.#chosen(own, call)
    if (found.length > 0) return found
    const passed = stars.flatMap((star) => this.#imported(imports[star] ?? '', call) ?? [])
    if (passed.length > 0) return passed
    // Where a class's own methods are called by their names alone
    return this.#namedIn([this.#path], call.name, isMethod).map((to) => ({ to, confidence: SURE }))
  }

  /** The methods of a name: of the file's own module and those that it imports, if those have any. */
  #methods(name: string): readonly Meant[] {
    const all = this.#namedIn(this.#sources.naming('defines', name), name, isMethod)
    const near = new Set([
      this.#moduleOf(this.#path),
      ...this.#facts.flows.imports.map((module) => this.#modulePath(module)),
    ])
    const nearest = all.filter(({ file }) => near.has(this.#moduleOf(file)))
    return (nearest.length > 0 ? nearest : all).map((to) => ({ to, confidence: GUESSED }))
  }

  #modulePath(module: string): string | undefined {
    const target = this.#sources.target(module, this.#path)
    return target.kind === 'outside' ? undefined : target.path
  }

  readonly #moduleOf = (file: string): string => (this.#language.byName?.module === 'folder' ? folderOf(file) : file)

  /** The files of a module that define a name. */
  #defining(name: string, module: string): readonly string[] {
    return this.#sources.naming('defines', name).filter((file) => this.#moduleOf(file) === module)
  }

  #chosen(files: readonly string[], { name }: FlowCall): readonly Meant[] {
    const isMeant = ({ kind, parent }: Entity) => parent === undefined && CALLED.has(kind)
    return this.#namedIn(files, name, isMeant).map((to) => ({ to, confidence: SURE }))
  }

  /** Nothing but tests calls what is in tests. */
  #mayMean(file: string): boolean {
    const { isTest } = this.#language
    return languageOf(file) === this.#language && (isTest(this.#path) || !isTest(file))
  }

  #namedIn(files: readonly string[], name: string, isMeant: (entity: Entity) => boolean): readonly CodePlace[] {
    return files
      .filter((file) => this.#mayMean(file))
      .flatMap((file) => {
        const entities = this.#sources.facts(file)?.outline.entities ?? []
        const named = entities.filter((each) => lastName(each.name) === name && isMeant(each))
        return named.map((entity) => ({ file, name: entity.name, line: entity.line }))
      })
  }
}

/** To convert to a type, or to make an instance, is to call it. */
const CALLED: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'type'])

const isMethod = ({ kind }: Entity): boolean => kind === 'method'

function importsIn({ operations, imports }: Flows): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const operation of operations) {
    const [kind, to, from] = operation
    if (kind === 'import') found.set(to, imports[from] ?? '')
    // A name is a variable of its own
    const module = kind === 'copy' ? found.get(from) : undefined
    if (module !== undefined) found.set(to, module)
  }
  return found
}

const freeIn = ({ operations }: Flows): ReadonlySet<number> =>
  new Set(
    operations.flatMap((operation) =>
      operation[0] === 'value' && operation[2][0] === 'outside' ? [operation[1]] : [],
    ),
  )
