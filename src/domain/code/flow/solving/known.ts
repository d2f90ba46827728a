/** A value in the solver: interned, so that equal ones have one number. */
export type Known =
  | { readonly kind: 'function'; readonly file: number; readonly index: number; readonly isWeak: boolean }
  | {
      readonly kind: 'class' | 'generator' | 'made' | 'prototype' | 'object'
      readonly file: number
      readonly index: number
    }
  /** `isDeclared`: known by a declaration, not by where it was made, so it may be of a class below. */
  | {
      readonly kind: 'instance'
      readonly file: number
      readonly index: number
      readonly isDeclared: boolean
      readonly isBelow: boolean
    }
  | { readonly kind: 'bound'; readonly of: number; readonly self: number }
  | { readonly kind: 'partial'; readonly of: number; readonly info: number }
  | { readonly kind: 'super'; readonly file: number; readonly index: number; readonly self: number }
  | { readonly kind: 'module'; readonly file: number }
  | { readonly kind: 'folder'; readonly text: string }
  | { readonly kind: 'string' | 'outside'; readonly text: string }
  /** Made by a model, at a call: `node` is the variable of its elements. */
  | { readonly kind: 'list'; readonly node: number; readonly type: 'list' | 'tuple' | 'map' }
  | { readonly kind: 'identity' }
  | { readonly kind: 'supplier' | 'resolver'; readonly node: number }

/** Interns values. */
export class KnownValues {
  readonly all: Known[] = []
  readonly #numbers = new Map<string, number>()

  number(value: Known): number {
    const key = Object.values(value).join('|')
    const found = this.#numbers.get(key)
    if (found !== undefined) return found
    const made = this.all.push(value) - 1
    this.#numbers.set(key, made)
    return made
  }

  at(number: number): Known {
    return this.all[number] as Known
  }
}
