import { lastName } from '../outline.ts'
import { sharedFolders } from '../thin/resolving.ts'
import { Classes, withoutDeclared } from './classes.ts'
import { Overloads } from './overloads.ts'
import { isTogether, joinedName, type Place, type Program, placeIn, type SourceFile, termsOf } from './program.ts'
import type { BoundImport, Term } from './terms.ts'
import { instancesOf, isClass, isFunction, OUTSIDE, type Value } from './values.ts'

/** What follows what a value is found from; more is none of a program's. */
const MOST_STEPS = 60
/** Modules that pass on what they import. */
const MOST_PASSED = 3

/** What terms mean. */
export class Meanings {
  readonly program: Program
  readonly classes: Classes
  readonly overloads: Overloads
  readonly #found = new Map<SourceFile, Map<number, readonly Value[]>>()
  #steps = 0

  constructor(program: Program) {
    this.program = program
    this.classes = new Classes(program, (file, term) => this.of(file, term))
    this.overloads = new Overloads(this.classes, (file, term) => this.of(file, term))
  }

  /** What a term of a file may be; nothing if that is not known, or depends on itself. */
  of(file: SourceFile, index: number): readonly Value[] {
    const known = this.#found.get(file) ?? new Map<number, readonly Value[]>()
    this.#found.set(file, known)
    const before = known.get(index)
    if (before !== undefined) return before
    const term = file.structure.terms[index]
    if (term === undefined || this.#steps > MOST_STEPS) return []
    known.set(index, [])
    this.#steps++
    const values = this.#evaluate(file, term)
    this.#steps--
    known.set(index, values)
    return values
  }

  #evaluate(file: SourceFile, term: Term): readonly Value[] {
    switch (term[0]) {
      case 'name':
        return this.#name(file, term[1], term[2])
      case 'within': {
        const inherited = this.of(file, term[1]).flatMap((value) => this.member(value, term[2], file))
        return inherited.length > 0 && inherited.some(({ kind }) => kind !== 'outside')
          ? inherited
          : this.#name(file, term[2], term[3])
      }
      case 'member':
        return this.of(file, term[1]).flatMap((value) => this.member(value, term[2], file))
      case 'call':
        return this.#given(file, term)
      case 'of':
        return instancesOf(this.of(file, term[1]))
      case 'heir':
        return instancesOf(this.of(file, term[1]))
      case 'list':
        return [{ kind: 'list', of: this.of(file, term[1]) }]
      case 'at':
        return this.#at(file, term[1], term[2])
      case 'tuple':
        return [{ kind: 'tuple', parts: term[1].map((part) => this.of(file, part)) }]
      case 'any':
        return term[1].flatMap((part) => this.of(file, part))
      case 'part':
        return this.of(file, term[1]).flatMap((value) => partOf(value, term[2]))
      case 'self':
        return this.#receivers(file, term[1])
      case 'super':
        return this.#receivers(file, term[1]).flatMap((value) =>
          value.kind === 'instance' ? instancesOf(this.classes.bases(value.at)) : [],
        )
      case 'outside':
        return [OUTSIDE]
      case 'unknown':
        return []
    }
  }

  /** The class that something stands in, as its instance. */
  #receivers(file: SourceFile, owner: number): readonly Value[] {
    for (const name of namesAround(file, owner)) {
      const [at] = this.program.inModule(name, file).filter(isClass)
      if (at) return [{ kind: 'instance', at, args: [] }]
    }
    return []
  }

  /** What a name means that is no local variable: what is nearest. */
  #name(file: SourceFile, name: string, owner: number): readonly Value[] {
    if (isTypeParameter(file, name, owner)) return []
    for (const around of namesAround(file, owner)) {
      const found = this.#inside(file, around, name)
      if (found.length > 0) return found
    }
    const own = this.program.inModule(name, file)
    const here = own.filter((place) => place.file === file)
    if (here.length > 0) return valuesOf(here, this)
    const bound = file.structure.bound.filter(({ local }) => local === name)
    if (bound.length > 0) return bound.flatMap((each) => this.#imported(file, each))
    const together = own.filter(isOpen)
    if (together.length > 0) return valuesOf(nearest(together, file), this)
    const passed = file.structure.stars.flatMap((module) => this.#fromModule(file, module, name))
    if (passed.some(({ kind }) => kind !== 'outside')) return passed
    const outside: Value = { kind: 'outside', name, args: [] }
    if (file.language.semantics.globals.has(name)) return [outside]
    if (file.rules.module === 'program') {
      const anywhere = this.program.named(name, file).filter((place) => isOpen(place) && this.#isFree(place))
      return anywhere.length > 0 ? valuesOf(nearest(anywhere, file), this) : this.#namespace(file, name)
    }
    return passed.length > 0 || file.rules.module === 'package' ? [outside] : []
  }

  /** Names of namespaces may be left out where they are said to be used. */
  #isFree({ file, entity }: Place): boolean {
    const around = entity.parent === undefined ? undefined : placeIn(file, entity.parent)
    if (around !== undefined) return around.entity.kind === 'namespace'
    return !entity.name.includes('.')
  }

  #namespace(file: SourceFile, name: string): readonly Value[] {
    const found = this.program.named(name, file).filter(({ entity }) => entity.kind === 'namespace')
    return [found.length > 0 ? { kind: 'namespace', name } : { kind: 'outside', name, args: [] }]
  }

  /** What a name means in something around it: a function, a class or a namespace. */
  #inside(file: SourceFile, around: string, name: string): readonly Value[] {
    const nested = this.program.inModule(joinedName(around, name), file)
    const holders = this.program.inModule(around, file)
    const holder = holders.find(isClass)
    if (holder === undefined) return valuesOf(nested, this)
    const inherited = this.classes.members(holder, name)
    const isMeant = (place: Place) => file.rules.hasImplicitReceiver === true || isClass(place)
    return valuesOf(inherited.filter(isMeant), this)
  }

  #imported(file: SourceFile, { module, imported }: BoundImport): readonly Value[] {
    if (file.rules.module === 'package') {
      const [whole, ...rest] = [dotted(module), ...(imported === '*' ? [] : [imported])]
      const found = valuesOf(this.program.full(whole, file), this)
      const meant = rest.reduce<readonly Value[]>(
        (values, name) => values.flatMap((value) => this.member(value, name, file)),
        found,
      )
      const full = rest.length > 0 && meant.length === 0 ? this.program.full(joinedName(whole, imported), file) : []
      const all = [...meant, ...valuesOf(full, this)]
      return all.length > 0 ? all : [{ kind: 'outside', name: lastName(whole), args: [] }]
    }
    const target = this.program.sources.target(module, file.path, imported === '*' ? undefined : imported)
    if (target.kind === 'outside') return [OUTSIDE]
    const whole: Value = { kind: 'module', target: target.kind, path: target.path }
    return imported === '*' ? [whole] : this.member(whole, imported, file)
  }

  /** A name that a module gives with all the others. */
  #fromModule(file: SourceFile, module: string, name: string): readonly Value[] {
    if (file.rules.module === 'package') {
      const whole = dotted(module)
      const owners = valuesOf(this.program.full(whole, file).filter(isClass), this)
      const members = owners.flatMap((value) => this.member(value, name, file)).filter(({ kind }) => kind !== 'outside')
      const found = [...members, ...valuesOf(this.program.full(joinedName(whole, name), file).filter(isOpen), this)]
      return found.length > 0 ? found : [OUTSIDE]
    }
    const target = this.program.sources.target(module, file.path)
    if (target.kind === 'outside') return [OUTSIDE]
    return this.#inTarget(target.kind, target.path, name, file)
  }

  /** What a module has under a name, or passes on. */
  #inTarget(kind: 'file' | 'folder', path: string, name: string, from: SourceFile, steps = 0): readonly Value[] {
    const own = this.program
      .named(name, from)
      .filter((place) => place.entity.name === name && this.program.isIn(place.file, kind, path) && isOpen(place))
    if (own.length > 0 || kind !== 'file' || steps >= MOST_PASSED) return valuesOf(own, this)
    const file = this.program.file(path)
    const bound = file?.structure.bound.filter(({ local }) => local === name) ?? []
    if (file && bound.length > 0) return bound.flatMap((each) => this.#imported(file, each))
    return (file?.structure.stars ?? []).flatMap((module) => {
      const target = this.program.sources.target(module, path)
      return target.kind === 'outside' ? [] : this.#inTarget(target.kind, target.path, name, from, steps + 1)
    })
  }

  /** What something has under a name. */
  member(value: Value, name: string, from: SourceFile): readonly Value[] {
    switch (value.kind) {
      case 'module':
        return this.#inTarget(value.target, value.path, name, from)
      case 'namespace': {
        const full = joinedName(value.name, name)
        const found = this.program
          .named(name, from)
          .filter(({ entity }) => entity.name === full || entity.name.endsWith(`.${full}`))
        const [first] = found
        if (first?.entity.kind === 'namespace') return [{ kind: 'namespace', name: first.entity.name }]
        return found.length > 0 ? valuesOf(nearest(found, from), this) : [OUTSIDE]
      }
      case 'class':
      case 'instance':
        return this.#memberOf(value, name, from)
      case 'outside': {
        const held = value.args.flatMap((each) => this.member(each, name, from))
        return held.length > 0 ? held : [OUTSIDE]
      }
      case 'list':
      case 'tuple':
      case 'function':
        return [OUTSIDE]
    }
  }

  #memberOf(value: Value & { kind: 'class' | 'instance' }, name: string, from: SourceFile): readonly Value[] {
    const found = this.classes.members(value.at, name)
    if (found.length > 0) return valuesOf(found, this, value)
    const { stored } = value.at.file.structure
    const kept = stored[`${value.at.entity.name}.${name}`]
    if (kept !== undefined) return this.of(value.at.file, kept)
    // What stands for a part of another type has that one's members
    const held = this.classes.hasOutside(value.at) ? value.args.flatMap((each) => this.member(each, name, from)) : []
    if (held.length > 0) return held
    return this.classes.hasOutside(value.at) ? [OUTSIDE] : []
  }

  /** What a call gives. */
  #given(file: SourceFile, [, of, args]: Extract<Term, readonly ['call', ...unknown[]]>): readonly Value[] {
    const callee = file.structure.terms[of]
    if (callee?.[0] === 'name' && file.rules.likeFirst?.includes(callee[1]))
      return args.slice(0, 1).flatMap((first) => instancesOf(this.of(file, first)))
    const called = this.of(file, of)
    const functions = called.flatMap((value) => (value.kind === 'function' ? value.at : []))
    const fitting = this.overloads.fitting(functions, file, args)
    return called.flatMap((value) => {
      if (value.kind !== 'function')
        return value.kind === 'class' || value.kind === 'outside' ? instancesOf([value]) : value
      if (!fitting.includes(value.at)) return []
      const { type } = termsOf(value.at)
      if (type === undefined) return []
      const results = this.of(value.at.file, type)
      // What is of a type that callers decide is of one that the receiver was given
      const held = value.of?.kind === 'instance' || value.of?.kind === 'class' ? value.of.args : []
      return results.length === 0 ? instancesOf(held) : results
    })
  }

  /** An element of a value, or a type with its arguments. */
  #at(file: SourceFile, of: number, indexes: readonly number[]): readonly Value[] {
    const args = indexes.flatMap((each) => this.of(file, each)).filter(isType)
    return this.of(file, of).flatMap((value): readonly Value[] => {
      if (value.kind === 'list') return value.of
      if (value.kind === 'class') return [{ kind: 'class', at: value.at, args }]
      if (value.kind === 'function') return [value]
      if (value.kind === 'outside')
        return args.length > 0 ? [{ kind: 'outside', name: value.name, args }] : elementsOf(value)
      if (value.kind !== 'instance') return []
      const held = this.classes
        .bases(value.at)
        .flatMap((base) => (base.kind === 'list' ? instancesOf(base.of) : elementsOf(base)))
      // A pointer to the first of several
      return held.length > 0 ? held : [value]
    })
  }
}

const isType = ({ kind }: Value): boolean => kind === 'class' || kind === 'outside' || kind === 'list'

const elementsOf = (value: Value): readonly Value[] => {
  const held = value.kind === 'outside' ? instancesOf(value.args) : []
  return held.length > 0 ? held : value.kind === 'outside' ? [OUTSIDE] : []
}

const partOf = (value: Value, at: number): readonly Value[] =>
  value.kind === 'tuple' ? (value.parts[at] ?? []) : at === 0 ? [value] : []

/** The names of an entity and of all around it, the nearest first. */
function namesAround(file: SourceFile, owner: number): readonly string[] {
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

const isOpen = ({ entity }: Place): boolean => !entity.marks.includes('private')

/** Of several that have a name, those in the file's own folder, or in the one that is closest. */
function nearest(places: readonly Place[], from: SourceFile): readonly Place[] {
  if (places.length < 2) return places
  const depths = places.map(({ file }) => sharedFolders(file.path, from.path))
  const most = Math.max(...depths)
  const close = places.filter((_, at) => depths[at] === most)
  return close.some((place) => isTogether(place.file, from)) ? close : places
}

const dotted = (module: string): string => module.replace(/::|\\|\//g, '.').replace(/^\.+/, '')

/** What entities are as values. */
function valuesOf(places: readonly Place[], meanings: Meanings, of?: Value): readonly Value[] {
  // What runs where an instance is made is not called by its name
  return withoutDeclared(places.filter((at) => !isConstructor(at))).flatMap((at): readonly Value[] => {
    if (isFunction(at)) return [{ kind: 'function', at, of }]
    if (at.entity.kind === 'namespace') return [{ kind: 'namespace', name: at.entity.name }]
    if (isClass(at)) return [{ kind: 'class', at, args: [] }]
    const { type } = termsOf(at)
    if (type !== undefined) {
      const held = meanings.of(at.file, type)
      const args = of?.kind === 'instance' && held.length === 0 ? instancesOf(of.args) : held
      return args
    }
    // A constant of an enum is one of its values
    const around = at.entity.parent === undefined ? undefined : placeIn(at.file, at.entity.parent)
    return around?.entity.kind === 'enum' ? [{ kind: 'instance', at: around, args: [] }] : []
  })
}

const isConstructor = ({ entity: { name } }: Place): boolean => {
  const [last, around] = name.split('.').reverse()
  return last === around
}

/** The last part of what a place is called. */
export const nameOf = ({ entity }: Place): string => lastName(entity.name)
