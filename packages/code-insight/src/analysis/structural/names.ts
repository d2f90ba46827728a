import { lastName } from '../outline.ts'
import { sharedFolders } from '../thin/resolving.ts'
import { type Classes, isDeclared } from './classes.ts'
import { type EntityPlace, isTogether, joinedName, type Program, placeIn, type SourceFile } from './program.ts'
import { type BoundImport, NOTHING, OWN_FILE } from './terms.ts'
import { isClass, OUTSIDE, type Value } from './values.ts'

/** Modules that pass on what they import. */
const MOST_PASSED = 3
/** Imports that follow from one another. */
const MOST_STEPS = 20

/** What else values are found by. */
interface Others {
  readonly program: Program
  readonly classes: Classes
  member(value: Value, name: string, from: SourceFile): readonly Value[]
  values(places: readonly EntityPlace[]): readonly Value[]
}

/** What names mean that are no local variables: what is nearest, by scope, class, module, import and program. */
export class Names {
  readonly #others: Others
  readonly #program: Program
  #steps = 0
  readonly #reached = new Map<SourceFile, ReadonlySet<string>>()

  constructor(others: Others) {
    this.#others = others
    this.#program = others.program
  }

  /** What a name means in an entity of a file. */
  of(file: SourceFile, name: string, owner: number): readonly Value[] {
    if (isTypeParameter(file, name, owner)) return []
    for (const around of namesAround(file, owner)) {
      const places = this.#inside(file, around, name)
      const found = this.#values(places)
      // A field of which no more is known is none of what stands further out
      if (found.length > 0 || places.some(({ entity }) => entity.kind === 'field')) return found
    }
    const own = this.#program.inModule(name, file)
    const here = own.filter((place) => place.file === file && !isDeclared(place))
    if (here.length > 0) return this.#values(here)
    const bound = file.structure.bound.filter(({ local }) => local === name)
    if (bound.length > 0) return bound.flatMap((each) => this.#imported(file, each))
    if (file.rules.roots?.includes(name)) return this.#imported(file, { module: name, imported: '*', local: name })
    const together = own.filter((place) => this.#isOpen(place, file))
    if (together.length > 0) return this.#values(nearest(this.#included(together, file), file))
    return this.#further(file, name)
  }

  /** What comes from other modules without being named, or is seen everywhere. */
  #further(file: SourceFile, name: string): readonly Value[] {
    const outside: Value = { kind: 'outside', name, args: [] }
    const isOwn = file.language.semantics.globals.has(name)
    if (file.rules.module === 'program') return isOwn ? [outside] : this.#anywhere(file, name)
    const passed = file.structure.stars.flatMap((module) => this.#fromModule(file, module, name))
    const found = passed.filter(({ kind }) => kind !== 'outside')
    if (found.length > 0) return found
    return isOwn || passed.length > 0 || file.rules.module === 'package' ? [outside] : []
  }

  /** What the whole program has under a name. */
  #anywhere(file: SourceFile, name: string): readonly Value[] {
    const named = this.#program.named(name, file)
    const open = named.filter((place) => isFree(place) && this.#isOpen(place, file))
    if (open.length > 0) return this.#values(nearest(this.#included(open, file), file))
    const isNamespace = named.some(({ entity }) => entity.kind === 'namespace')
    return [isNamespace ? { kind: 'namespace', name } : { kind: 'outside', name, args: [] }]
  }

  /** What a name means in something around it: a function, a class or a namespace. */
  #inside(file: SourceFile, around: string, name: string): readonly EntityPlace[] {
    const holder = this.classOf(file, around)
    if (holder === undefined) return this.#program.inModule(joinedName(around, name), file)
    const isMeant = (place: EntityPlace) => file.rules.hasImplicitReceiver === true || isClass(place)
    return this.#others.classes.members(holder, name).filter(isMeant)
  }

  /** The class of a name, also where a file only adds to it. */
  classOf(file: SourceFile, name: string): EntityPlace | undefined {
    const own = this.#program.inModule(name, file)
    if (own.length > 0) return own.find(isClass)
    const [first = '', ...inner] = name.split('.')
    const [found] = inner.reduce(
      (values, part) => values.flatMap((value) => this.#others.member(value, part, file)),
      this.of(file, first, NOTHING),
    )
    return found?.kind === 'class' ? found.at : undefined
  }

  #imported(file: SourceFile, bound: BoundImport): readonly Value[] {
    // Modules may pass on what they import of each other
    if (this.#steps >= MOST_STEPS) return []
    this.#steps++
    const found = this.#bound(file, bound)
    this.#steps--
    return found
  }

  #bound(file: SourceFile, { module, imported }: BoundImport): readonly Value[] {
    if (module === OWN_FILE) return this.inModule('file', file.path, imported, file)
    if (file.rules.module === 'package') return this.#fromPackage(file, dotted(module), imported)
    const target = this.#program.sources.target(module, file.path, imported === '*' ? undefined : imported)
    if (target.kind === 'outside') return [OUTSIDE]
    const whole: Value = { kind: 'module', target: target.kind, path: target.path }
    if (imported === '*') return [whole]
    const around = this.#program.sources.target(module, file.path)
    // What is imported may be a module itself
    const isModule = around.kind !== target.kind || around.path !== target.path
    return isModule ? [whole] : this.#others.member(whole, imported, file)
  }

  #fromPackage(file: SourceFile, whole: string, imported: string): readonly Value[] {
    const owners = this.#values(this.#program.full(whole, file))
    const found =
      imported === '*'
        ? owners
        : [
            ...owners.flatMap((value) => this.#others.member(value, imported, file)),
            ...this.#values(this.#program.full(joinedName(whole, imported), file)),
          ]
    return found.length > 0 ? found : [{ kind: 'outside', name: lastName(whole), args: [] }]
  }

  /** A name that a module gives with all the others. */
  #fromModule(file: SourceFile, module: string, name: string): readonly Value[] {
    if (file.rules.module === 'package') {
      const whole = dotted(module)
      const owners = this.#values(this.#program.full(whole, file).filter(isClass))
      const members = owners.flatMap((value) => this.#others.member(value, name, file))
      const found = [...members, ...this.#values(this.#program.full(joinedName(whole, name), file))]
      return found.length > 0 ? found : [OUTSIDE]
    }
    const target = this.#program.sources.target(module, file.path)
    return target.kind === 'outside' ? [OUTSIDE] : this.inModule(target.kind, target.path, name, file)
  }

  /** What a module has under a name, or passes on. */
  inModule(kind: 'file' | 'folder', path: string, name: string, from: SourceFile, steps = 0): readonly Value[] {
    const own = this.#program.inPath(kind, path, name, from).filter((place) => this.#isOpen(place, from))
    if (own.length > 0 || kind !== 'file' || steps >= MOST_PASSED) return this.#values(own)
    const file = this.#program.file(path)
    const bound = file?.structure.bound.filter(({ local }) => local === name) ?? []
    if (file && bound.length > 0) return bound.flatMap((each) => this.#imported(file, each))
    const all = file?.structure.bound.filter(({ local }) => local === '*') ?? []
    if (file && all.length > 0)
      return all
        .flatMap((each) => this.#imported(file, each))
        .flatMap((value) => this.#others.member(value, name, from))
    return (file?.structure.stars ?? []).flatMap((module) => {
      const target = this.#program.sources.target(module, path)
      return target.kind === 'outside' ? [] : this.inModule(target.kind, target.path, name, from, steps + 1)
    })
  }

  /** What a namespace has under a name. */
  inNamespace(around: string, name: string, from: SourceFile): readonly Value[] {
    const full = joinedName(around, name)
    const found = this.#program
      .named(name, from)
      .filter(({ entity }) => entity.name === full || entity.name.endsWith(`.${full}`))
    return found.length > 0 ? this.#values(nearest(found, from)) : [OUTSIDE]
  }

  #values(places: readonly EntityPlace[]): readonly Value[] {
    return this.#others.values(places)
  }

  /** Whether something may be meant outside of its file: what is static by itself is seen in that, and where that is included. */
  #isOpen({ file, entity }: EntityPlace, from: SourceFile): boolean {
    const isOwn = entity.marks.includes('private') || (entity.kind === 'function' && entity.marks.includes('static'))
    return !isOwn || file === from || (file.rules.module === 'program' && this.#includedIn(from).has(file.path))
  }

  /** Of several that have a name, what the file includes, or what is declared there and defined elsewhere. */
  #included(places: readonly EntityPlace[], from: SourceFile): readonly EntityPlace[] {
    if (places.length < 2 || from.rules.module !== 'program') return places
    const included = places.filter(({ file }) => this.#includedIn(from).has(file.path))
    const declared = new Set(included.filter(isDeclared).map(({ entity }) => entity.name))
    if (included.length === 0) return places
    const elsewhere = places.filter((place) => declared.has(place.entity.name) && !included.includes(place))
    return [...included, ...elsewhere]
  }

  #includedIn(file: SourceFile): ReadonlySet<string> {
    const before = this.#reached.get(file)
    if (before) return before
    const found = new Set([file.path])
    for (const path of found)
      for (const module of this.#program.file(path)?.structure.stars ?? []) {
        const target = this.#program.sources.target(module, path)
        if (target.kind === 'file') found.add(target.path)
      }
    this.#reached.set(file, found)
    return found
  }
}

/** The name of a namespace may be left out where it is said to be used, and that of an enum. */
function isFree({ file, entity }: EntityPlace): boolean {
  const around = entity.parent === undefined ? undefined : placeIn(file, entity.parent)
  if (around === undefined) return !entity.name.includes('.')
  return around.entity.kind === 'namespace' || around.entity.kind === 'enum'
}

/** The names of an entity and of all around it, the nearest first. */
export function namesAround(file: SourceFile, owner: number): readonly string[] {
  const names: string[] = []
  const name = file.facts.outline.entities[owner]?.name ?? ''
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) names.push(at)
  return names
}

function isTypeParameter(file: SourceFile, name: string, owner: number): boolean {
  for (let at: number | undefined = owner; at !== undefined && at >= 0; ) {
    if (file.structure.entities[at]?.typeParameters?.includes(name)) return true
    at = file.facts.outline.entities[at]?.parent
  }
  return false
}

/** Of several that have a name, those in the file's own folder, or in the one that is closest. */
function nearest(places: readonly EntityPlace[], from: SourceFile): readonly EntityPlace[] {
  if (places.length < 2) return places
  const depths = places.map(({ file }) => sharedFolders(file.path, from.path))
  const most = Math.max(...depths)
  const close = places.filter((_, at) => depths[at] === most)
  return close.some((place) => isTogether(place.file, from)) ? close : places
}

const dotted = (module: string): string => module.replace(/::|\\|\//g, '.').replace(/^\.+/, '')
