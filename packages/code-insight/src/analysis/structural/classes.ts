import { type EntityPlace, groupedBy, type Program, placeIn, type SourceFile, termsOf } from './program.ts'
import { distinct, isClass, isFunction, type Value } from './values.ts'

/** Longer chains of classes are none that people write. */
const MOST_ABOVE = 30

interface Definers {
  readonly owners: readonly EntityPlace[]
  readonly byAbove: ReadonlyMap<string, readonly (readonly [EntityPlace, string])[]>
}

/** Classes, and what is like them: their members, what is above and what is below them. */
export class Classes {
  readonly #program: Program
  readonly #meaning: (file: SourceFile, term: number) => readonly Value[]
  readonly #classOf: (file: SourceFile, name: string) => EntityPlace | undefined
  readonly #bases = new Map<string, readonly Value[]>()
  readonly #above = new Map<string, readonly EntityPlace[]>()
  readonly #members = new Map<string, readonly EntityPlace[]>()
  readonly #definers = new Map<readonly EntityPlace[], Definers>()
  readonly #heirs = new Map<readonly EntityPlace[], readonly EntityPlace[]>()

  constructor(
    program: Program,
    meaning: (file: SourceFile, term: number) => readonly Value[],
    classOf: (file: SourceFile, name: string) => EntityPlace | undefined,
  ) {
    this.#program = program
    this.#meaning = meaning
    this.#classOf = classOf
  }

  /** What a class extends, or another name of a type stands for, as types. */
  bases(at: EntityPlace): readonly Value[] {
    const key = keyOf(at)
    const before = this.#bases.get(key)
    if (before) return before
    this.#bases.set(key, [])
    const { bases = [], type } = termsOf(at)
    const written = [...bases, ...(at.entity.kind === 'type' && type !== undefined ? [type] : [])]
    const own = written.flatMap((term) => this.#known(at.file, term))
    const added = at.file.structure.extensions
      .filter(([name]) => name === at.entity.name)
      .flatMap(([, terms]) => terms.flatMap((term) => this.#known(at.file, term)))
    const found = [...own, ...added]
    this.#bases.set(key, found)
    return found
  }

  /** A base that is not found is outside. */
  #known(file: SourceFile, term: number): readonly Value[] {
    const found = this.#meaning(file, term)
    return found.length > 0 ? found : [{ kind: 'outside', args: [] }]
  }

  /** A class, then all above it, the nearest first. */
  above(at: EntityPlace): readonly EntityPlace[] {
    const key = keyOf(at)
    const before = this.#above.get(key)
    if (before) return before
    const all: EntityPlace[] = [at]
    const seen = new Set([key])
    for (let next = 0; next < all.length && next < MOST_ABOVE; next++)
      for (const base of this.bases(all[next] as EntityPlace)) {
        if (base.kind !== 'class' || seen.has(keyOf(base.at))) continue
        seen.add(keyOf(base.at))
        all.push(base.at)
      }
    this.#above.set(key, all)
    return all
  }

  /** Something above a class, or what it stands for, is not the project's. */
  hasOutside(at: EntityPlace): boolean {
    return this.above(at).some((each) => this.bases(each).some(({ kind }) => kind !== 'class'))
  }

  /** What instances of a class have under a name: its own members, else those of the nearest class above that has any. */
  members(at: EntityPlace, name: string): readonly EntityPlace[] {
    const key = `${keyOf(at)} ${name}`
    const before = this.#members.get(key)
    if (before) return before
    const found: EntityPlace[] = []
    for (const each of this.above(at)) {
      const own = this.own(each, name)
      // Further up may be another function of the name, for other arguments
      const fresh =
        found.length === 0 || found.every(isFunction) ? own.filter((place) => !isRepeated(place, found)) : []
      found.push(...fresh)
      if (found.some((place) => !isFunction(place) || at.file.rules.hasOneOfName === true)) break
    }
    this.#members.set(key, found)
    return found
  }

  /** The members of a name that a class defines itself; what is only declared counts where nothing else is. */
  own(at: EntityPlace, name: string): readonly EntityPlace[] {
    const full = `${at.entity.name}.${name}`
    const parts = full.split('.')
    const outside = parts.slice(0, -1).flatMap((_, from) => this.#program.within(parts.slice(from).join('.'), at.file))
    const added = outside.filter((place) => this.#adds(place, at))
    return withoutDeclared(distinct([...this.#program.inModule(full, at.file), ...added], keyOf), () => full)
  }

  /** A method that stands outside of its class may be in another module or namespace, where the name means that class. */
  #adds(place: EntityPlace, at: EntityPlace): boolean {
    const owner = place.entity.parent === undefined ? this.ownerOf(place) : undefined
    return owner !== undefined && keyOf(owner) === keyOf(at)
  }

  /** Classes below one, among those that define something of a name. */
  below(at: EntityPlace, name: string): readonly EntityPlace[] {
    const named = this.#program.named(name, at.file)
    const { owners, byAbove } = this.#definers.get(named) ?? this.#defining(named)
    const written = (byAbove.get(keyOf(at)) ?? []).map(([each]) => each)
    const shaped = this.#isShape(at) ? owners.filter((each) => this.#hasShape(each, at)) : []
    return distinct([...written, ...shaped], keyOf).filter((each) => keyOf(each) !== keyOf(at))
  }

  /** The classes that define these, by all that is above them. */
  #defining(named: readonly EntityPlace[]): Definers {
    const functions = named.filter(isFunction)
    const owners = distinct(
      functions.flatMap((place) => this.ownerOf(place) ?? []),
      keyOf,
    )
    const pairs = owners.flatMap((each) => this.above(each).map((above) => [each, keyOf(above)] as const))
    const found = { owners, byAbove: groupedBy(pairs, ([, above]) => above) }
    this.#definers.set(named, found)
    return found
  }

  /** Functions of a name in classes without one that extend a class, or what is below it. */
  nameless(at: EntityPlace, name: string): readonly EntityPlace[] {
    const named = this.#program.named(name, at.file)
    const heirs = this.#heirs.get(named) ?? named.filter((place) => termsOf(place).heir !== undefined)
    this.#heirs.set(named, heirs)
    return heirs.filter((place) => {
      const { heir } = termsOf(place)
      const of = heir === undefined ? [] : this.#meaning(place.file, heir)
      return of.some(
        (base) => base.kind === 'instance' && this.above(base.at).some((each) => keyOf(each) === keyOf(at)),
      )
    })
  }

  /** The class that a method is one of. */
  ownerOf({ file, entity }: EntityPlace): EntityPlace | undefined {
    if (entity.parent !== undefined) {
      const around = placeIn(file, entity.parent)
      if (isClass(around)) return around
    }
    const dot = entity.name.lastIndexOf('.')
    return dot < 0 ? undefined : this.#classOf(file, entity.name.slice(0, dot))
  }

  /** Whether a class has all methods of an interface, where that is enough. */
  #isShape(of: EntityPlace): boolean {
    return of.file.rules.hasShapes === true && of.entity.kind === 'interface' && !this.hasOutside(of)
  }

  #hasShape(each: EntityPlace, of: EntityPlace): boolean {
    if (each.entity.kind === 'interface') return false
    const names = this.above(of).flatMap(({ file, entity }) => methodsIn(file, entity.name))
    return names.length > 0 && names.every((name) => this.members(each, name).some(isFunction))
  }
}

const methodsIn = (file: SourceFile, name: string): readonly string[] =>
  file.facts.outline.entities.flatMap((entity) =>
    entity.kind === 'method' && entity.name.startsWith(`${name}.`) ? entity.name.slice(name.length + 1) : [],
  )

/** What is declared only is left out where something is defined under the same full name; it may say what can be left out. */
export function withoutDeclared(
  places: readonly EntityPlace[],
  nameOf = ({ entity }: EntityPlace): string => entity.name,
): readonly EntityPlace[] {
  const declared = places.filter(isDeclared)
  if (declared.length === 0 || declared.length === places.length) return places
  const signatureOf = (place: EntityPlace) => `${nameOf(place)} ${termsOf(place).arguments?.[1] ?? ''}`
  const defined = places.filter((place) => !isDeclared(place))
  const signatures = new Set(defined.map(signatureOf))
  const fewest = (place: EntityPlace) => {
    const same = declared.filter((each) => signatureOf(each) === signatureOf(place))
    return Math.min(...[place, ...same].map((each) => termsOf(each).arguments?.[0] ?? 0))
  }
  const completed = defined.map((place) => {
    const { file, index, entity } = place
    return { file, index, entity, least: fewest(place) }
  })
  return [...completed, ...declared.filter((place) => !signatures.has(signatureOf(place)))]
}

/** Whether a class below has a function for the same number of arguments. */
const isRepeated = (place: EntityPlace, found: readonly EntityPlace[]): boolean => {
  const [least, most] = termsOf(place).arguments ?? [0, 0]
  return found.some((each) => {
    const [fewest, largest] = termsOf(each).arguments ?? [0, 0]
    return fewest === least && largest === most
  })
}

/** Whether something is defined elsewhere, as far as it is. */
export const isDeclared = ({ entity }: EntityPlace): boolean => entity.marks.includes('declared')

/** What an entity is known by. */
export const keyOf = ({ file, index }: EntityPlace): string => `${file.path}|${index}`
