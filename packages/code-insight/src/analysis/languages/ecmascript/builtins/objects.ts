import type { Model } from '../../../semantics.ts'
import {
  argument,
  argumentsFrom,
  awaitedValue,
  calling,
  elements,
  giving,
  list,
  member,
  receiver,
  returnValue,
  tuple,
} from './values.ts'

const functions: readonly Model[] = [
  { of: '.call', calls: { fn: receiver, self: argument(0), args: [argumentsFrom(1)] }, gives: [returnValue] },
  {
    of: '.apply',
    calls: { fn: receiver, self: argument(0), args: [{ from: 'spread', of: argument(1) }] },
    gives: [returnValue],
  },
  giving('.bind', { from: 'bound', of: receiver, self: argument(0), args: [argumentsFrom(1)] }),
  {
    of: 'Reflect.apply',
    calls: { fn: 0, self: argument(1), args: [{ from: 'spread', of: argument(2) }] },
    gives: [returnValue],
  },
  {
    of: 'Reflect.construct',
    calls: { fn: 0, args: [{ from: 'spread', of: argument(1) }], isNew: true },
    gives: [returnValue],
  },
]

const descriptor = (value: Model['gives'] & {}): readonly Model[] =>
  ['Object.defineProperty', 'Reflect.defineProperty'].flatMap((of) =>
    value.map((each) => ({ of, sets: { on: argument(0), name: argument(1), value: each }, gives: [argument(0)] })),
  )

const objects: readonly Model[] = [
  ...[1, 2, 3, 4].map((at) => ({ of: 'Object.assign', merges: { into: argument(0), of: argument(at) } })),
  giving('Object.assign', argument(0)),
  giving('Object.freeze', argument(0)),
  giving('Object.seal', argument(0)),
  giving('Object.preventExtensions', argument(0)),
  giving('Object.create', { from: 'heir', of: argument(0) }),
  giving('structuredClone', argument(0)),
  ...descriptor([
    member(argument(2), 'value'),
    { from: 'accessor', get: member(argument(2), 'get'), set: member(argument(2), 'set') },
  ]),
  ...['inherits', 'util.inherits'].map((of) => ({
    of,
    inherits: { by: member(argument(0), 'prototype'), of: member(argument(1), 'prototype') },
  })),
  { of: 'Object.setPrototypeOf', inherits: { by: argument(0), of: argument(1) }, gives: [argument(0)] },
  giving('Reflect.get', { from: 'item', of: argument(0), at: argument(1) }),
  { of: 'Reflect.set', sets: { on: argument(0), name: argument(1), value: argument(2) } },
  giving('Object.getPrototypeOf', { from: 'class', of: argument(0) }),
  giving('Reflect.getPrototypeOf', { from: 'class', of: argument(0) }),
  giving('Proxy', argument(0)),
  calling('JSON.parse', 1, []),
  calling('JSON.stringify', 1, []),
  { of: 'JSON.stringify', runs: { on: argument(0), methods: ['toJSON'] } },
  calling('.replace', 1, []),
  calling('.replaceAll', 1, []),
  { of: 'String', runs: { on: argument(0), methods: ['toString'] } },
  { of: 'Number', runs: { on: argument(0), methods: ['[Symbol.toPrimitive]', 'valueOf'] } },
]

/** What React calls or hands on. */
const HOOKS = ['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'startTransition', 'flushSync', 'act', 'batch']

/** By whatever way they are imported. */
const REACT = ['', 'React.', 'react.', 'preact/hooks.', 'preact/compat.']

const react: readonly Model[] = REACT.flatMap((prefix) => [
  ...HOOKS.map((name) => calling(prefix + name, 0, [])),
  calling(`${prefix}useMemo`, 0, [], { gives: [returnValue] }),
  giving(`${prefix}useCallback`, argument(0)),
  giving(`${prefix}useRef`, { from: 'map', of: [argument(0)], keys: [] }),
  calling(`${prefix}useState`, 0, [], { gives: [tuple(returnValue, { from: 'identity' })] }),
  giving(`${prefix}useState`, tuple(argument(0), { from: 'identity' })),
  calling(`${prefix}useReducer`, 0, [argument(1)], { gives: [tuple(returnValue, { from: 'identity' })] }),
  giving(`${prefix}useDeferredValue`, argument(0)),
  giving(`${prefix}memo`, argument(0)),
  giving(`${prefix}forwardRef`, argument(0)),
  calling(`${prefix}lazy`, 0, [], { gives: [member(awaitedValue(returnValue), 'default')] }),
  calling(`${prefix}createElement`, 0, [argument(1)]),
  giving(`${prefix}cloneElement`, argument(0)),
  calling(`${prefix}useSyncExternalStore`, 1, [], { gives: [returnValue] }),
])

/** Tests' own words for running a function. */
const TESTS = ['describe', 'it', 'test', 'suite', 'context', 'specify']
const AROUND = ['before', 'after', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'setup', 'teardown']

const tests: readonly Model[] = [
  ...TESTS.flatMap((name) =>
    ['', '.only', '.skip', '.concurrent', '.todo'].flatMap((form) => [
      calling(name + form, 1, []),
      calling(name + form, 2, []),
    ]),
  ),
  ...AROUND.map((name) => calling(name, 0, [])),
]

const iterators: readonly Model[] = [
  { of: 'Iterator.from', gives: [list(elements(argument(0)))], iterates: [argument(0)] },
]

/** What functions, objects and the most used frameworks do with what they get. */
export const objectModels: readonly Model[] = [...functions, ...objects, ...react, ...tests, ...iterators]
