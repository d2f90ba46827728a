import type { Model } from '../../../semantics.ts'
import {
  argument,
  argumentsFrom,
  calling,
  elements,
  giving,
  list,
  receiver,
  returnValue,
  tuple,
  values,
} from './values.ts'

const element = elements(receiver)
/** A Map is a list of pairs, as it is to a loop: this is the second of any of them. */
const held = elements(element)

const handed = (method: string, ...gives: Model['gives'] & {}): Model => calling(method, 0, [element], { gives })

/** Methods of lists, and of typed lists, sets and iterators that share their names. */
const lists: readonly Model[] = [
  handed('.map', list(returnValue)),
  handed('.flatMap', list(returnValue, elements(returnValue))),
  handed('.filter', receiver),
  handed('.find', element),
  handed('.findLast', element),
  handed('.findIndex'),
  handed('.findLastIndex'),
  handed('.some'),
  handed('.every'),
  calling('.reduce', 0, [argument(1), element], { gives: [returnValue, argument(1)] }),
  calling('.reduce', 0, [returnValue, element]),
  calling('.reduceRight', 0, [argument(1), element], { gives: [returnValue, argument(1)] }),
  calling('.reduceRight', 0, [returnValue, element]),
  calling('.sort', 0, [element, element], { gives: [receiver] }),
  calling('.toSorted', 0, [element, element], { gives: [receiver] }),
  { of: '.push', puts: [argumentsFrom(0)] },
  { of: '.unshift', puts: [argumentsFrom(0)] },
  { of: '.fill', puts: [argument(0)], gives: [receiver] },
  { of: '.splice', puts: [argumentsFrom(2)], gives: [receiver] },
  { of: '.toSpliced', gives: [list(element, argumentsFrom(2))] },
  giving('.with', list(element, argument(1))),
  giving('.concat', list(element, elements(argument(0)), argument(0), elements(argument(1)))),
  giving('.pop', element),
  giving('.shift', element),
  giving('.at', element),
  giving('.slice', receiver),
  giving('.reverse', receiver),
  giving('.toReversed', receiver),
  giving('.copyWithin', receiver),
  giving('.flat', list(element, held)),
  giving('.take', receiver),
  giving('.drop', receiver),
  giving('.toArray', list(element)),
]

const keyed: readonly Model[] = [
  // The value of a list or a set, or the second of a map's pairs
  calling('.forEach', 0, [element]),
  calling('.forEach', 0, [held]),
  { of: '.set', puts: [tuple(argument(0), argument(1))], gives: [receiver] },
  { of: '.add', puts: [argument(0)], gives: [receiver] },
  giving('.get', held),
  giving('.values', list(element, held)),
  giving('.entries', list(tuple(list(), element), element)),
  giving('.getOrInsert', held, argument(1)),
  calling('.getOrInsertComputed', 1, [argument(0)], {
    gives: [held, returnValue],
    puts: [tuple(argument(0), returnValue)],
  }),
  giving('Map', list(elements(argument(0)))),
  giving('WeakMap', list(elements(argument(0)))),
  { of: 'Set', gives: [list(elements(argument(0)))], iterates: [argument(0)] },
  { of: 'WeakSet', gives: [list(elements(argument(0)))], iterates: [argument(0)] },
  giving('WeakRef', tuple(argument(0))),
  giving('.deref', element),
  giving('.union', list(element, elements(argument(0)))),
  giving('.intersection', receiver),
  giving('.difference', receiver),
]

const made: readonly Model[] = [
  { of: 'Array.from', gives: [list(elements(argument(0)))], iterates: [argument(0)] },
  calling('Array.from', 1, [elements(argument(0))], { gives: [list(returnValue)] }),
  calling('Array.fromAsync', 1, [elements(argument(0))], { gives: [list(returnValue, elements(argument(0)))] }),
  giving('Array.of', list(argumentsFrom(0))),
  giving('Array', list(argumentsFrom(0))),
  calling('Object.groupBy', 1, [elements(argument(0))], { gives: [{ from: 'map', of: [argument(0)] }] }),
  calling('Map.groupBy', 1, [elements(argument(0))], { gives: [list(tuple(returnValue, argument(0)))] }),
  giving('Object.values', list(values(argument(0)))),
  giving('Object.entries', list(tuple(list(), values(argument(0))))),
  { of: 'Object.fromEntries', gives: [{ from: 'map', of: [elements(elements(argument(0)))] }] },
]

/** What lists, sets and maps do with what is in them. */
export const collections: readonly Model[] = [...lists, ...keyed, ...made]
