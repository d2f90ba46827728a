import type { Model } from '../../semantics.ts'
import {
  arg,
  either,
  elements,
  item,
  list,
  modelsFor,
  NOTHING,
  RECEIVER,
  RETURNED,
  rest,
  running,
  tuple,
  values,
  yieldedValue,
} from './model-terms.ts'

/** Builtin functions that call what they get, or iterate over it. */
const FUNCTIONS: readonly Model[] = [
  {
    of: 'map',
    calls: { fn: 0, args: [elements(arg(1)), elements(arg(2)), elements(arg(3))] },
    iterates: [rest(1)],
    gives: [list(RETURNED)],
  },
  {
    of: 'filter',
    calls: { fn: 0, args: [elements(arg(1))] },
    iterates: [arg(1)],
    gives: [list(elements(arg(1)))],
  },
  {
    of: 'sorted',
    calls: { fn: 'key', args: [elements(arg(0))] },
    iterates: [arg(0)],
    gives: [list(elements(arg(0)))],
  },
  { of: 'sorted', runs: { on: elements(arg(0)), methods: ['__lt__', '__gt__'] } },
  ...modelsFor('min max', {
    calls: { fn: 'key', args: [either(elements(arg(0)), rest(0))] },
    gives: [elements(arg(0)), rest(0), arg('default')],
  }),
  { of: 'min', runs: { on: either(elements(arg(0)), rest(0)), methods: ['__lt__'] } },
  { of: 'max', runs: { on: either(elements(arg(0)), rest(0)), methods: ['__gt__'] } },
  {
    of: 'sum',
    iterates: [arg(0)],
    runs: { on: elements(arg(0)), methods: ['__radd__', '__add__'] },
    gives: [RETURNED, elements(arg(0)), arg(1)],
  },
  ...modelsFor('any all', { iterates: [arg(0)] }),
  { of: 'enumerate', iterates: [arg(0)], gives: [list(tuple(NOTHING, elements(arg(0))))] },
  {
    of: 'zip',
    iterates: [rest(0)],
    gives: [list(tuple(elements(arg(0)), elements(arg(1)), elements(arg(2)), elements(arg(3))))],
  },
  {
    of: 'reversed',
    runs: { on: arg(0), methods: ['__reversed__', '__getitem__'] },
    gives: [RETURNED, list(elements(arg(0)))],
  },
  { of: 'iter', gives: [{ from: 'iterator', of: arg(0) }] },
  { of: 'aiter', runs: { on: arg(0), methods: ['__aiter__'] }, gives: [RETURNED, arg(0)] },
  { of: 'next', runs: { on: arg(0), methods: ['__next__'] }, gives: [RETURNED, yieldedValue(arg(0)), arg(1)] },
  { of: 'anext', runs: { on: arg(0), methods: ['__anext__'] }, gives: [RETURNED, yieldedValue(arg(0)), arg(1)] },
  { of: 'apply', calls: { fn: 0, args: [{ from: 'spread', of: arg(1) }] }, gives: [RETURNED] },
]

/** Builtin types that are made of others. */
const TYPES: readonly Model[] = [
  ...modelsFor('list tuple set frozenset', { iterates: [arg(0)], gives: [list(elements(arg(0)))] }),
  {
    of: 'dict',
    gives: [arg(0), { from: 'keywords' }, { from: 'map', of: [item(elements(arg(0)), NOTHING)] }],
  },
  { of: 'dict.fromkeys', iterates: [arg(0)], gives: [{ from: 'map', of: [arg(1)], keys: [elements(arg(0))] }] },
  // With three arguments it makes a class, which does what its bases do
  { of: 'type', gives: [{ from: 'class', of: arg(0) }, elements(arg(1))] },
  ...modelsFor('object.__new__ .__new__', { gives: [{ from: 'instance', of: arg(0) }] }),
  {
    of: 'property',
    parameters: ['fget', 'fset', 'fdel'],
    gives: [{ from: 'accessor', get: arg('fget'), set: arg('fset') }],
  },
  ...modelsFor('staticmethod classmethod', { gives: [arg(0)] }),
]

/** Functions that stand for a method of their argument. */
const METHODS: readonly Model[] = [
  running('str', '__str__ __repr__'),
  running('repr', '__repr__'),
  running('ascii', '__repr__'),
  running('format', '__format__ __str__ __repr__'),
  running('bytes', '__bytes__ __iter__'),
  running('int', '__int__ __index__ __trunc__'),
  running('float', '__float__ __index__'),
  running('complex', '__complex__ __float__'),
  running('bool', '__bool__ __len__'),
  running('len', '__len__'),
  running('abs', '__abs__'),
  running('hash', '__hash__'),
  running('round', '__round__'),
  running('divmod', '__divmod__'),
  running('pow', '__pow__'),
  running('dir', '__dir__'),
  ...modelsFor('hex oct bin', { runs: { on: arg(0), methods: ['__index__'] } }),
  { of: 'print', runs: { on: rest(0), methods: ['__str__', '__repr__'] } },
]

/** Attributes and classes by name. */
const REFLECTION: readonly Model[] = [
  { of: 'getattr', gives: [{ from: 'attribute' }, arg(2)] },
  { of: 'setattr', sets: { on: arg(0), name: arg(1), value: arg(2) } },
  ...modelsFor('isinstance issubclass', { tells: { value: arg(0), of: arg(1) } }),
]

/** Methods of strings, collections and generators. */
const OF_COLLECTIONS: readonly Model[] = [
  ...modelsFor('.append .appendleft .add', { puts: [arg(0)] }),
  { of: '.insert', puts: [arg(1)] },
  ...modelsFor('.extend .extendleft', { iterates: [arg(0)], puts: [elements(arg(0))] }),
  { of: '.update', merges: { into: RECEIVER, of: arg(0) } },
  { of: '.update', merges: { into: RECEIVER, of: { from: 'keywords' } } },
  { of: '.setdefault', puts: [arg(1)], gives: [item(RECEIVER, arg(0)), arg(1)] },
  ...modelsFor('.get .pop', { gives: [item(RECEIVER, arg(0)), arg(1)] }),
  { of: '.popleft', gives: [values(RECEIVER)] },
  { of: '.popitem', gives: [tuple(elements(RECEIVER), values(RECEIVER))] },
  { of: '.values', gives: [list(values(RECEIVER))] },
  { of: '.keys', gives: [list(elements(RECEIVER))] },
  { of: '.items', gives: [list(tuple(elements(RECEIVER), values(RECEIVER)))] },
  { of: '.copy', gives: [RECEIVER] },
  ...modelsFor('.union .symmetric_difference', {
    iterates: [rest(0)],
    gives: [list(elements(RECEIVER), elements(rest(0)))],
  }),
  ...modelsFor('.difference .intersection', { iterates: [rest(0)], gives: [list(elements(RECEIVER))] }),
  { of: '.sort', calls: { fn: 'key', args: [elements(RECEIVER)] } },
  { of: '.sort', runs: { on: elements(RECEIVER), methods: ['__lt__', '__gt__'] } },
  ...modelsFor('.join .writelines', { iterates: [arg(0)] }),
  { of: '.format', runs: { on: rest(0), methods: ['__format__', '__str__', '__repr__'] } },
  ...modelsFor('.send .asend .__next__ .__anext__', { gives: [elements(RECEIVER)] }),
  ...modelsFor('.__iter__ .__aiter__', { gives: [RECEIVER] }),
  { of: '.__getitem__', gives: [item(RECEIVER, arg(0))] },
  { of: '.__setitem__', puts: [arg(1)] },
]

/** What the builtins do with the functions and objects that they get. */
export const BUILTIN_MODELS: readonly Model[] = [...FUNCTIONS, ...TYPES, ...METHODS, ...REFLECTION, ...OF_COLLECTIONS]
