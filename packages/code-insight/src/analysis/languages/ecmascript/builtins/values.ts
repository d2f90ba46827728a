import type { Model, ModelValue } from '../../../semantics.ts'

// Short words for the values of models, so that the tables of models read as tables

/** What the method is called on. */
export const receiver: ModelValue = { from: 'receiver' }
/** What the called function gives. */
export const returnValue: ModelValue = { from: 'returned' }
/** The argument at a position. */
export const argument = (at: number): ModelValue => ({ from: 'argument', at })
/** The arguments from a position on. */
export const argumentsFrom = (after: number): ModelValue => ({ from: 'arguments', after })
/** What a loop over a value gives. */
export const elements = (of: ModelValue): ModelValue => ({ from: 'elements', of })
/** What is stored in a value. */
export const values = (of: ModelValue): ModelValue => ({ from: 'values', of })
/** What `await` gives of a value. */
export const awaitedValue = (of: ModelValue): ModelValue => ({ from: 'awaited', of })
/** A new list with these values. */
export const list = (...of: readonly ModelValue[]): ModelValue => ({ from: 'list', of })
/** A new list of these values in this order. */
export const tuple = (...of: readonly ModelValue[]): ModelValue => ({ from: 'tuple', of })
/** A member of a value. */
export const member = (of: ModelValue, name: string): ModelValue => ({ from: 'member', of, name })

/** Calls argument `fn`, or another value, with these values. */
export const calling = (
  of: string,
  fn: number | ModelValue,
  args: readonly ModelValue[],
  rest: Omit<Model, 'of'> = {},
): Model => ({
  of,
  calls: { fn, args },
  ...rest,
})
/** Gives these values. */
export const giving = (of: string, ...gives: readonly ModelValue[]): Model => ({ of, gives })
