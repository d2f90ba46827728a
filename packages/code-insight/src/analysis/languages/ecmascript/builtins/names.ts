const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Free names that belong to the language, to Node, to browsers, or to a test runner that makes its own names global. */
export const globals = words(`
  AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl
  Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer
  String SuppressedError DisposableStack AsyncDisposableStack Symbol SyntaxError TypeError URIError Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape

  AbortController AbortSignal Blob BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream
  CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DecompressionStream Event EventEmitter EventSource
  EventTarget File FormData Headers MessageChannel MessageEvent MessagePort Navigator Performance PerformanceObserver
  ReadableStream Request Response Storage SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream
  TransformStream URL URLPattern URLSearchParams WebAssembly WebSocket WritableStream __dirname __filename atob btoa
  clearImmediate clearInterval clearTimeout console crypto exports fetch gc global module navigator performance process
  queueMicrotask require setImmediate setInterval setTimeout structuredClone Bun Deno NodeJS

  Audio CSS CSSStyleSheet Comment DOMParser DOMRect DataTransfer Document DocumentFragment DragEvent Element FileReader
  FocusEvent History HTMLAnchorElement HTMLButtonElement HTMLCanvasElement HTMLDivElement HTMLElement HTMLFormElement
  HTMLImageElement HTMLInputElement HTMLSelectElement HTMLTextAreaElement Image InputEvent IntersectionObserver
  KeyboardEvent Location MutationObserver MouseEvent Node NodeList Notification Option OffscreenCanvas Path2D
  PointerEvent Range ResizeObserver SVGElement Selection ShadowRoot SharedWorker StorageEvent Text TouchEvent
  UIEvent WheelEvent Window Worker XMLHttpRequest XMLSerializer addEventListener alert caches cancelAnimationFrame
  cancelIdleCallback close confirm customElements dispatchEvent document frames getComputedStyle getSelection history
  indexedDB innerHeight innerWidth localStorage location matchMedia name open origin parent postMessage print prompt
  removeEventListener requestAnimationFrame requestIdleCallback screen scroll scrollBy scrollTo self sessionStorage top
  visualViewport window importScripts

  Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NoInfer NonNullable Omit
  OmitThisParameter Parameters Partial Pick PromiseLike PropertyKey PropertyDescriptor Readonly ReadonlyArray ReadonlyMap
  ReadonlySet Record Required ReturnType ThisParameterType ThisType Uncapitalize Uppercase ArrayLike AsyncGenerator
  AsyncIterable AsyncIterableIterator AsyncIterator Generator Iterable IterableIterator IteratorResult JSX React
  TemplateStringsArray

  after afterAll afterEach assert before beforeAll beforeEach context define describe expect fail fdescribe fit it jest
  setup specify suite teardown test vi vitest xdescribe xit $ jQuery angular cy Cypress
`)

/** Names of builtin types' methods: a call of one on a receiver that is not known says nothing. */
export const commonMethods = words(`
  add addEventListener addListener all allSettled any append appendChild apply assign at bind blur call catch ceil charAt
  charCodeAt clear clearTimeout click cloneNode close codePointAt compile concat constructor contains copyWithin create
  createElement cwd debug decode defineProperty delete destroy digest disconnect dispatchEvent emit encode end endsWith
  entries error every exec exit fill filter finally find findIndex findLast findLastIndex flat flatMap floor flush focus
  forEach freeze from fromEntries get getAttribute getBoundingClientRect getElementById getElementsByTagName getItem
  getOwnPropertyNames getPrototypeOf getTime getUTCDate group has hasAttribute hasOwn hasOwnProperty includes indexOf info
  insertBefore is isArray isInteger isNaN isPrototypeOf item join json keys lastIndexOf localeCompare log map match
  matchAll matches max min next normalize now observe off on once padEnd padStart parse pause pipe pop preventDefault
  propertyIsEnumerable push querySelector querySelectorAll race random read readFile readFileSync reduce reduceRight
  reject remove removeAttribute removeChild removeEventListener removeItem removeListener repeat replace replaceAll
  resolve resume return reverse round search set setAttribute setItem setTimeout shift slice some sort splice split
  startsWith stopPropagation stringify subscribe substr substring test text then throw toArray toFixed toISOString
  toJSON toLocaleString toLowerCase toReversed toSorted toSpliced toString toUpperCase toggle trace trim trimEnd
  trimStart unshift unsubscribe update values valueOf warn with write writeFile writeFileSync
`)
