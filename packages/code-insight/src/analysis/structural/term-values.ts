import { lastName } from '../outline.ts'
import { Classes, keyOf, withoutDeclared } from './classes.ts'
import { Names, namesAround } from './names.ts'
import { Overloads } from './overloads.ts'
import { type EntityPlace, type Program, placeIn, type SourceFile, termsOf } from './program.ts'
import type { Term } from './terms.ts'
import { instancesOf, isClass, isFunction, OUTSIDE, type Value } from './values.ts'

/** What follows what a value is found from; more is none of a program's. */
const MOST_STEPS = 60

/** What terms mean. */
export class TermValues {
  readonly classes: Classes
  readonly overloads: Overloads
  readonly #names: Names
  readonly #found = new Map<SourceFile, Map<number, readonly Value[]>>()
  #steps = 0

  constructor(program: Program) {
    this.classes = new Classes(
      program,
      (file, term) => this.of(file, term),
      (file, name) => this.#names.classOf(file, name),
    )
    this.overloads = new Overloads(this.classes, (file, term) => this.of(file, term))
    this.#names = new Names({
      program,
      classes: this.classes,
      member: (value, name, from) => this.#member(value, name, from),
      values: (places) => this.#values(places),
    })
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
        return this.#names.of(file, term[1], term[2])
      case 'within': {
        const inherited = this.of(file, term[1]).flatMap((value) => this.#member(value, term[2], file))
        return inherited.some(({ kind }) => kind !== 'outside') ? inherited : this.#names.of(file, term[2], term[3])
      }
      case 'member':
        return this.of(file, term[1]).flatMap((value) => this.#member(value, term[2], file))
      case 'call':
        return this.#given(file, term[1], term[2])
      case 'of':
      case 'heir':
        return instancesOf(this.of(file, term[1]))
      case 'list':
        return [{ kind: 'list', of: this.of(file, term[1]) }]
      case 'element':
        return this.of(file, term[1]).flatMap((value) => this.#element(value))
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
      const at = this.#names.classOf(file, name)
      if (at) return [{ kind: 'instance', at, args: [] }]
    }
    return []
  }

  /** What something has under a name. */
  #member(value: Value, name: string, from: SourceFile): readonly Value[] {
    switch (value.kind) {
      case 'module':
        return this.#names.inModule(value.target, value.path, name, from)
      case 'namespace':
        return this.#names.inNamespace(value.name, name, from)
      case 'class':
      case 'instance':
        return this.#memberOf(value, name, from)
      case 'outside':
        return this.#outside(value, name, from)
      case 'list':
      case 'tuple':
      case 'function':
        return [OUTSIDE]
    }
  }

  /** What came out of something, or points to it, may be what that holds. */
  #outside(value: Value & { kind: 'outside' }, name: string, from: SourceFile): readonly Value[] {
    if (value.args.length === 0) return [OUTSIDE]
    const isReached = value.isHeld === true || from.rules.hasSmartPointers === true
    const held = isReached ? value.args.flatMap((each) => this.#member(each, name, from)) : []
    const found = held.filter(({ kind }) => kind !== 'outside')
    return found.length > 0 ? found : [{ kind: 'outside', args: value.args, isHeld: true }]
  }

  #memberOf(value: Value & { kind: 'class' | 'instance' }, name: string, from: SourceFile): readonly Value[] {
    const found = this.classes.members(value.at, name)
    if (found.length > 0) return this.#values(found, value)
    const kept = value.at.file.structure.stored[`${value.at.entity.name}.${name}`]
    if (kept !== undefined) return this.of(value.at.file, kept)
    if (!this.classes.hasOutside(value.at)) return []
    return this.#outside({ kind: 'outside', args: value.args }, name, from)
  }

  /** What a class has from outside, and is called on the class itself, makes one as a rule (`Style::default()`). */
  #madeBy(file: SourceFile, of: number, called: readonly Value[]): readonly Value[] {
    const callee = file.structure.terms[of]
    if (callee?.[0] !== 'member' || called.some(({ kind }) => kind !== 'outside')) return []
    return instancesOf(this.of(file, callee[1]).filter(({ kind }) => kind === 'class'))
  }

  /** What a call gives. */
  #given(file: SourceFile, of: number, args: readonly number[]): readonly Value[] {
    const callee = file.structure.terms[of]
    if (callee?.[0] === 'name' && file.rules.likeFirst?.includes(callee[1]))
      return args.slice(0, 1).flatMap((first) => instancesOf(this.of(file, first)))
    const called = this.of(file, of)
    const made = this.#madeBy(file, of, called)
    if (made.length > 0) return made
    const functions = called.flatMap((value) => (value.kind === 'function' ? value.at : []))
    const fitting = this.overloads.fitting(functions, file, args)
    return called.flatMap((value) => {
      if (value.kind !== 'function') return instancesOf([value])
      return fitting.includes(value.at) ? this.#held(value.at, value.of) : []
    })
  }

  /** What a field holds or a function gives, as a member of something. */
  #held(at: EntityPlace, of: Value | undefined): readonly Value[] {
    const { type } = termsOf(at)
    if (type === undefined) return []
    const held = this.of(at.file, type)
    if (held.length > 0 || (of?.kind !== 'instance' && of?.kind !== 'class')) return held
    return this.#decided(at, type, of)
  }

  /** What a type stands for that callers decide: an argument of the receiver's type, or of what that extends. */
  #decided(at: EntityPlace, type: number, of: Value & { kind: 'instance' | 'class' }): readonly Value[] {
    const owner = this.classes.ownerOf(at)
    const { terms } = at.file.structure
    const inner = terms[terms[type]?.[0] === 'of' ? (terms[type] as readonly [string, number])[1] : type]
    if (owner === undefined || inner?.[0] !== 'name') return []
    const position = termsOf(owner).typeParameters?.indexOf(inner[1]) ?? -1
    const bases = [of, ...this.classes.above(of.at).flatMap((each) => this.classes.bases(each))]
    const given = bases.flatMap((base) =>
      (base.kind === 'class' || base.kind === 'instance') && keyOf(base.at) === keyOf(owner)
        ? (base.args[position] ?? [])
        : [],
    )
    return instancesOf(given)
  }

  /** A type with its arguments. */
  #at(file: SourceFile, of: number, indexes: readonly number[]): readonly Value[] {
    const args = indexes.map((each) => this.of(file, each)[0] ?? OUTSIDE)
    return this.of(file, of).map((value): Value => {
      if (value.kind === 'class') return { kind: 'class', at: value.at, args }
      return value.kind === 'outside' ? { kind: 'outside', name: value.name, args } : value
    })
  }

  /** An element of a value. */
  #element(value: Value): readonly Value[] {
    if (value.kind === 'list') return value.of
    if (value.kind === 'outside') return elementsOf(value)
    if (value.kind !== 'instance') return [value]
    const held = this.classes.bases(value.at).flatMap((base) => {
      if (base.kind === 'list') return instancesOf(base.of)
      return base.kind === 'outside' ? elementsOf(base) : []
    })
    // A pointer to the first of several
    return held.length > 0 ? held : [value]
  }

  /** What entities are as values; what runs where an instance is made is not called by its name. */
  #values(places: readonly EntityPlace[], of?: Value): readonly Value[] {
    return withoutDeclared(places.filter((at) => !isConstructor(at))).flatMap((at): readonly Value[] => {
      if (isFunction(at)) return [{ kind: 'function', at, of }]
      if (at.entity.kind === 'namespace') return [{ kind: 'namespace', name: at.entity.name }]
      if (isClass(at)) return [{ kind: 'class', at, args: [] }]
      if (termsOf(at).type !== undefined) return this.#held(at, of)
      // A constant of an enum is one of its values
      const around = at.entity.parent === undefined ? undefined : placeIn(at.file, at.entity.parent)
      return around?.entity.kind === 'enum' ? [{ kind: 'instance', at: around, args: [] }] : []
    })
  }
}

const elementsOf = ({ args }: Value & { kind: 'outside' }): readonly Value[] =>
  args.length > 0 ? instancesOf(args) : [OUTSIDE]

const partOf = (value: Value, at: number): readonly Value[] =>
  value.kind === 'tuple' ? (value.parts[at] ?? []) : at === 0 ? [value] : []

const isConstructor = ({ entity: { name } }: EntityPlace): boolean => {
  const [last, around] = name.split('.').reverse()
  return last === around
}

/** The last part of what a place is called. */
export const nameOf = ({ entity }: EntityPlace): string => lastName(entity.name)
