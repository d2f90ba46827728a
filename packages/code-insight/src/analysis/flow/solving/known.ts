import { pairOf } from './numbered.ts'

/** A value in the solver: interned, so that equal ones have one number. */
export type Known =
  | { readonly kind: 'function'; readonly file: number; readonly index: number; readonly isWeak: boolean }
  /** `isDeclared`: or one below it. */
  | { readonly kind: 'class'; readonly file: number; readonly index: number; readonly isDeclared?: true }
  | {
      readonly kind: 'generator' | 'made' | 'prototype' | 'object'
      readonly file: number
      readonly index: number
    }
  /** `isDeclared`: known by a declaration, not by where it was made, so it may be of a class below. `isSelf`: it is the receiver of the class's own methods. */
  | {
      readonly kind: 'instance'
      readonly file: number
      readonly index: number
      readonly isDeclared: boolean
      readonly isBelow: boolean
      readonly isSelf?: true
    }
  /** An object made of another one, at a call (`Object.create`): it has the members of that, too. */
  | { readonly kind: 'heir'; readonly file: number; readonly group: string }
  | { readonly kind: 'bound'; readonly of: number; readonly self: number }
  | { readonly kind: 'partial'; readonly of: number; readonly info: number }
  | { readonly kind: 'super'; readonly file: number; readonly index: number; readonly self: number }
  | { readonly kind: 'module'; readonly file: number }
  | { readonly kind: 'folder'; readonly text: string }
  | { readonly kind: 'string' | 'pattern' | 'outside'; readonly text: string }
  /** Made by a model, at a call: `node` is the variable of its elements; those at a known place are its members. `size`: how many of these there are from the start, if that is all. */
  | { readonly kind: 'list'; readonly node: number; readonly type: 'list' | 'tuple' | 'map'; readonly size?: number }
  /** A property: what reading and assigning it calls; the nodes of its functions. */
  | { readonly kind: 'accessor'; readonly get: number; readonly set: number }
  /** A builtin of this name, on this receiver. */
  | { readonly kind: 'builtin'; readonly text: string; readonly node: number }
  | { readonly kind: 'identity' }
  | { readonly kind: 'supplier' | 'resolver'; readonly node: number }

/** Interns values. */
export class KnownValues {
  readonly all: Known[] = []
  readonly #numbers = new Map<string, Map<string | number, number>>()

  number(value: Known): number {
    const table = this.#table('index' in value && value.kind !== 'super' ? 'place' : value.kind)
    const key = keyOf(value)
    const found = table.get(key)
    if (found !== undefined) return found
    const made = this.all.push(value) - 1
    table.set(key, made)
    return made
  }

  at(number: number): Known {
    return this.all[number] as Known
  }

  #table(name: string): Map<string | number, number> {
    const found = this.#numbers.get(name)
    if (found) return found
    const made = new Map<string | number, number>()
    this.#numbers.set(name, made)
    return made
  }
}

const MOST_INDEXES = 1 << 22

/** One number for a place in a file. */
export const placeNumber = (file: number, index: number): number => file * MOST_INDEXES + index

/** Different for different values of a kind; a number for most, since many are asked for. */
function keyOf(value: Known): string | number {
  switch (value.kind) {
    case 'bound':
      return pairOf(value.of, value.self)
    case 'module':
      return value.file
    case 'string':
    case 'pattern':
    case 'outside':
    case 'folder':
      return value.text
    case 'super':
      return Object.values(value).join('|')
    default:
      return 'index' in value
        ? placeNumber(value.file, value.index) * FORMS + formOf(value)
        : Object.values(value).join('|')
  }
}

const KINDS = ['class', 'generator', 'made', 'prototype', 'object'] as const
const FORMS = 16

function formOf(value: Exclude<Extract<Known, { index: number }>, { kind: 'super' }>): number {
  if (value.kind === 'function') return value.isWeak ? 1 : 0
  if (value.kind === 'instance' && value.isSelf) return 7 + KINDS.length
  if (value.kind === 'instance') return 2 + (value.isDeclared ? 1 : 0) + (value.isBelow ? 2 : 0)
  if (value.kind === 'class' && value.isDeclared) return 6 + KINDS.length
  return 6 + KINDS.indexOf(value.kind)
}
