import type { Model } from '../../../semantics.ts'
import { argument, argumentsFrom, awaitedValue, calling, elements, giving, receiver, returnValue } from './values.ts'

const resolved = awaitedValue(receiver)

/** A promise is what it resolves to; only what an asynchronous function gives has to be awaited. */
const promises: readonly Model[] = [
  calling('Promise', 0, [{ from: 'resolver' }], { gives: [] }),
  calling('.then', 0, [resolved], { gives: [awaitedValue(returnValue)] }),
  calling('.then', 1, [], { gives: [awaitedValue(returnValue)] }),
  calling('.catch', 0, [], { gives: [resolved, awaitedValue(returnValue)] }),
  calling('.finally', 0, [], { gives: [resolved] }),
  giving('Promise.resolve', awaitedValue(argument(0))),
  giving('Promise.all', { from: 'settled', of: argument(0) }),
  giving('Promise.race', awaitedValue(elements(argument(0)))),
  giving('Promise.any', awaitedValue(elements(argument(0)))),
  calling('Promise.try', 0, [argumentsFrom(1)], { gives: [awaitedValue(returnValue)] }),
]

const TIMERS = [
  'setTimeout',
  'setInterval',
  'window.setTimeout',
  'window.setInterval',
  'globalThis.setTimeout',
  'globalThis.setInterval',
  'requestIdleCallback',
  'window.requestIdleCallback',
]
const SOON = [
  'setImmediate',
  'queueMicrotask',
  'process.nextTick',
  'requestAnimationFrame',
  'window.requestAnimationFrame',
]

const timers: readonly Model[] = [
  ...TIMERS.map((name) => calling(name, 0, [argumentsFrom(2)])),
  ...SOON.map((name) => calling(name, 0, [argumentsFrom(1)])),
]

/** Methods that call their second argument when something happens; the first names it. */
const LISTENING = [
  '.addEventListener',
  '.addListener',
  '.prependListener',
  '.prependOnceListener',
  '.on',
  '.once',
  '.subscribe',
  '.listen',
]

/** What Node's emitters keep, and call when they are told to. */
const emitters: readonly Model[] = [
  ...['.on', '.once', '.addListener', '.prependListener', '.prependOnceListener'].map((of) => ({
    of,
    sets: { on: receiver, name: argument(0), value: argument(1), under: 'on ' },
    gives: [receiver],
  })),
  calling('.emit', { from: 'named', of: receiver, at: argument(0), under: 'on ' }, [argumentsFrom(1)]),
  ...['events', 'events.EventEmitter'].map((of) => giving(of, { from: 'map', of: [] })),
]

const listeners: readonly Model[] = [
  ...LISTENING.map((name) => calling(name, 1, [])),
  calling('addEventListener', 1, []),
  ...['addEventListener', '.addEventListener'].map((of) => ({
    of,
    runs: { on: argument(1), methods: ['handleEvent'] },
  })),
  calling('.subscribe', 0, []),
  calling('process.on', 1, []),
  calling('process.once', 1, []),
  calling('MutationObserver', 0, []),
  calling('IntersectionObserver', 0, []),
  calling('ResizeObserver', 0, []),
  calling('PerformanceObserver', 0, []),
  calling('FinalizationRegistry', 0, []),
]

const nodes: readonly Model[] = [
  giving('util.promisify', argument(0)),
  giving('promisify', argument(0)),
  giving('util.callbackify', argument(0)),
  giving('callbackify', argument(0)),
  giving('util.deprecate', argument(0)),
]

/** What is called later. */
export const asynchronous: readonly Model[] = [...promises, ...timers, ...emitters, ...listeners, ...nodes]
