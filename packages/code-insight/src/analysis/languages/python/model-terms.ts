import type { Model, ModelValue } from '../../semantics.ts'

/** Short words to write models with. */
export const RECEIVER: ModelValue = { from: 'receiver' }
export const RETURNED: ModelValue = { from: 'returned' }
export const IDENTITY: ModelValue = { from: 'identity' }
/** A place in a tuple that nothing is known of. */
export const NOTHING: ModelValue = { from: 'list', of: [] }

/** An argument, by position or keyword. */
export const arg = (at: number | string): ModelValue => ({ from: 'argument', at })
/** All positional arguments from one on. */
export const rest = (after: number): ModelValue => ({ from: 'arguments', after })
/** What a loop over a value gives. */
export const elements = (of: ModelValue): ModelValue => ({ from: 'elements', of })
/** What an iterator of the language's own gives. */
export const yieldedValue = (of: ModelValue): ModelValue => ({ from: 'yielded', of })
/** What is stored in a value. */
export const values = (of: ModelValue): ModelValue => ({ from: 'values', of })
/** What a subscript gives. */
export const item = (of: ModelValue, at: ModelValue): ModelValue => ({ from: 'item', of, at })
/** A new list. */
export const list = (...of: ModelValue[]): ModelValue => ({ from: 'list', of })
/** A new tuple. */
export const tuple = (...of: ModelValue[]): ModelValue => ({ from: 'tuple', of })
/** Any of several values. */
export const either = (...of: ModelValue[]): ModelValue => elements(list(...of))

/** The same model for several names, separated by blanks. */
export const modelsFor = (names: string, model: Omit<Model, 'of'>): readonly Model[] =>
  names.split(' ').map((of) => ({ ...model, of }))

/** Functions that run the first of these methods that their first argument has, and give what that gives, or the argument. */
export const running = (name: string, methods: string): Model => ({
  of: name,
  runs: { on: arg(0), methods: methods.split(' ') },
  gives: [RETURNED],
})
