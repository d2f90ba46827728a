import type { Model, ModelValue } from '../../../language.ts'

// Short words for the values of models, so that the tables of models read as tables

export const receiver: ModelValue = { from: 'receiver' }
export const returned: ModelValue = { from: 'returned' }
export const argument = (at: number): ModelValue => ({ from: 'argument', at })
export const argumentsFrom = (after: number): ModelValue => ({ from: 'arguments', after })
export const elements = (of: ModelValue): ModelValue => ({ from: 'elements', of })
export const values = (of: ModelValue): ModelValue => ({ from: 'values', of })
export const awaited = (of: ModelValue): ModelValue => ({ from: 'awaited', of })
export const list = (...of: readonly ModelValue[]): ModelValue => ({ from: 'list', of })
export const tuple = (...of: readonly ModelValue[]): ModelValue => ({ from: 'tuple', of })
export const member = (of: ModelValue, name: string): ModelValue => ({ from: 'member', of, name })

/** Calls argument `fn` with these values. */
export const calling = (of: string, fn: number, args: readonly ModelValue[], rest: Omit<Model, 'of'> = {}): Model => ({
  of,
  calls: { fn, args },
  ...rest,
})
/** Gives these values. */
export const giving = (of: string, ...gives: readonly ModelValue[]): Model => ({ of, gives })
