import type { Classes } from './classes.ts'
import { keyOf } from './classes.ts'
import { type EntityPlace, type SourceFile, termsOf } from './program.ts'
import { NOTHING } from './terms.ts'
import type { Value } from './values.ts'

/** How well an argument fits: it cannot be; nothing says so; its type is another one, one that it converts to, any, or the same. */
const [NEVER, OTHER, UNKNOWN, CONVERTED, OPEN, SAME] = [Number.NEGATIVE_INFINITY, 0.5, 1, 2, 2.5, 3] as const
/** A class further up is a worse fit. */
const STEP = 0.1

/** Which of several functions of a name is called: by how many arguments there are, and by what is known of their types. */
export class Overloads {
  readonly #classes: Classes
  readonly #meaning: (file: SourceFile, term: number) => readonly Value[]

  constructor(classes: Classes, meaning: (file: SourceFile, term: number) => readonly Value[]) {
    this.#classes = classes
    this.#meaning = meaning
  }

  /** The functions that fit best, all of them if none does. `given`: the terms of the arguments in a file. */
  fitting(functions: readonly EntityPlace[], file: SourceFile, given: readonly number[]): readonly EntityPlace[] {
    if (functions.length < 2) return functions
    const counted = functions.filter((place) => {
      const [least, most] = termsOf(place).arguments ?? [0, 0]
      return (place.least ?? least) <= given.length && (most === NOTHING || given.length <= most)
    })
    if (counted.length < 2) return counted.length === 0 ? functions : counted
    const values = given.map((term) => this.#meaning(file, term))
    const fits = counted.map((place) => this.#fit(place, values))
    const best = Math.max(...fits)
    return best === NEVER ? counted : counted.filter((_, at) => fits[at] === best)
  }

  /** Whether a method of a class below is there for the same arguments as another. */
  isOverride(below: EntityPlace, above: EntityPlace): boolean {
    const [own, other] = [termsOf(below), termsOf(above)]
    if (own.arguments?.join() !== other.arguments?.join()) return false
    return (own.parameters ?? []).every((term, at) => {
      const wanted = this.#typeAt(above, other.parameters?.[at])
      const given = this.#typeAt(below, term)
      return wanted === undefined || given === undefined || wanted === given
    })
  }

  /** What a parameter's type is known by, if that is one thing. */
  #typeAt({ file }: EntityPlace, term: number | undefined): string | undefined {
    const [type] = term === undefined || term === NOTHING ? [] : this.#meaning(file, term)
    if (type?.kind === 'instance') return keyOf(type.at)
    return type?.kind === 'outside' ? type.name : type?.kind
  }

  #fit(place: EntityPlace, given: readonly (readonly Value[])[]): number {
    const { parameters = [], arguments: [, most] = [0, 0] } = termsOf(place)
    // Where any number may be given, another function is meant first
    return given.reduce((sum, values, at) => {
      const term = parameters[Math.min(at, parameters.length - 1)] ?? NOTHING
      const types = term === NOTHING ? [] : this.#meaning(place.file, term)
      const isOneOfMany = most === NOTHING && at >= parameters.length - 1
      const wanted = isOneOfMany ? types.flatMap((type) => (type.kind === 'list' ? type.of : [type])) : types
      const fits = values.flatMap((value) => wanted.map((type) => this.#fits(value, type, place.file)))
      const unsaid = values.length > 0 && term !== NOTHING ? OPEN : UNKNOWN
      return sum + (fits.length === 0 ? unsaid : Math.max(...fits)) - (isOneOfMany ? STEP : 0)
    }, 0)
  }

  #fits(value: Value, type: Value, file: SourceFile): number {
    if (value.kind === 'instance' && type.kind === 'instance') {
      const above = this.#classes.above(value.at).findIndex((each) => keyOf(each) === keyOf(type.at))
      if (above >= 0) return SAME - STEP * above
      return this.#classes.hasOutside(value.at) ? OTHER : NEVER
    }
    if (value.kind === 'list' && type.kind === 'list') {
      const fits = value.of.flatMap((each) => type.of.map((other) => this.#fits(each, other, file)))
      return fits.length === 0 ? CONVERTED : Math.max(...fits)
    }
    if (value.kind !== 'outside' || type.kind !== 'outside') return fitsApart(value, type)
    if (value.name === undefined || type.name === undefined) return UNKNOWN
    if (value.name === type.name) return SAME
    const groups = file.rules.convertible?.filter((names) => names.includes(type.name as string)) ?? []
    if (groups.length === 0) return OTHER
    return groups.some((names) => names.includes(value.name as string)) ? CONVERTED : NEVER
  }
}

/** Something of the project's may be given for what is outside, but not the other way round. */
function fitsApart(value: Value, type: Value): number {
  if (type.kind === 'outside') return value.kind === 'instance' || value.kind === 'list' ? OTHER : UNKNOWN
  if (value.kind === 'outside' && type.kind === 'instance') return value.name === undefined ? UNKNOWN : NEVER
  if (value.kind === 'list' && type.kind === 'instance') return NEVER
  return UNKNOWN
}
