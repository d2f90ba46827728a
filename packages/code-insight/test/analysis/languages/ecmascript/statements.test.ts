import { expect, test } from 'vitest'
import { js, ts } from './shown.ts'

test('Loops say what they go over, and declare what is their own', async () => {
  expect(await js('for (let i = 0, n = 2; i < n; i++) f()')).toBe('while {let i = 0; let n = 2} (< i n); i += 1 {f()}')
  expect(await js('for (;;) f()')).toBe('while  {f()}')
  expect(await js('for (const [k, v] of m) f(k)')).toBe('each {const k; const v} list(k, v) in m {f(k)}')
  expect(await js('for (x of xs) f(x)')).toBe('each x in xs {f(x)}')
  expect(await js('for (var k in o) f(k)')).toBe('keys {var k} k in o {f(k)}')
  expect(await js('while (a) b()')).toBe('while a {b()}')
  expect(await js('do { a() } while (b)')).toBe('until b {a()}')
  expect(await js('async function f() { for await (const x of y) {} }')).toBe('async f() {each {const x} x in y {}}')
  expect(await js('outer: for (;;) { continue outer }')).toBe('outer: {while  {continue outer}}')
})

test('Branches keep their tests and bodies', async () => {
  expect(await js('if (a) b(); else if (c) d(); else e()')).toBe('if a {b()} else {if c {d()} else {e()}}')
  expect(await js("switch (s) { case 1: case 'a': f(); break; default: g() }")).toBe(
    "switch s case 1 {} case 'a' {f(); break} case  {g()}",
  )
  expect(await js('try { a() } catch ({ message }) { b() } finally { c() }')).toBe(
    "try {a()} except  as map('message': message) {b()} finally {c()}",
  )
  expect(await js('try { a() } catch { }')).toBe('try {a()} except  {}')
  expect(await js("throw new Error('x')")).toBe("raise new Error('x')")
  expect(await js('with (o) f()')).toBe('{o; f()}')
})

test('A declaration of several variables is several', async () => {
  expect(await js('const a = 1, { b, c: d = 2, ...e } = f(), g = () => 1')).toBe(
    "const a = 1; const map('b': b, 'c': d = 2, *e) = f(); const g = arrow lambda() {return 1}",
  )
  expect(await js('var f = function () {}')).toBe('var f = lambda() {}')
  expect(await js('f = function g() {}')).toBe('f = expression g() {}')
  expect(await js('using a = open()')).toBe('const a = open()')
  expect(await js('a(), b()')).toBe('a(); b()')
})

test('Members of a class are functions, fields and what runs where it is made', async () => {
  expect(
    await js(
      "class A { x = 1; static #y = () => {}; static { run() } constructor(a) { super(a) } get b() {} set b(v) {} static async *c() {} #d() {} 'e-f'() {} [g()]() {} [Symbol.iterator]() {} }",
    ),
  ).toBe(
    'class A() {field x = 1; static #y = arrow lambda() {}; {run()}; constructor constructor(/a) {SUPER(a)}; getter b() {}; setter b(/v) {}; async generator static c() {}; private #d() {}; e-f() {}; g(); [g()]() {}; [Symbol.iterator]() {}}',
  )
  expect(await js('@dec class A { @a b() {} @c d = 1; @e() f }')).toBe(
    '@dec class A() {@a b() {}; c(); field d = 1; e(); field f}',
  )
})

test('Types in documentation comments count in JavaScript', async () => {
  expect(
    await js(
      '/** Adds.\n * @param {number} a the first\n * @param {Array<Foo>} [b]\n * @returns {Promise<Bar|null>} */\nfunction f(a, b) {}',
    ),
  ).toBe('f(/a: Number, /b: Array[Foo]) -> Promise[choice(Bar | null)] "Adds." {}')
  expect(await js('/** @type {Map<string, Foo>} */\nconst m = new Map()')).toBe(
    'const m: Map[tuple(String, Foo)] = new Map()',
  )
  expect(await js("/** @typedef {import('./x').Foo} Foo */")).toBe('exported type Foo = imported(./x).Foo')
  expect(await js('class A { /** @type {Foo[]} */ b = []\n/** @param {?Foo} a @return {typeof x} */ c(a) {} }')).toBe(
    'class A() {field b: Array[Foo] = list(); c(/a: Foo) -> (typeof x) {}}',
  )
  expect(await js('/** @param {(a: Foo) => void} f */\nfunction g(f) {}')).toBe("g(/f: '(a: Foo) => void') {}")
  expect(await ts('/** @param {Foo} a */\nfunction f(a) {}')).toBe('f(/a) {}')
})

test('Comments say the types of parameters and members where these stand, and name types', async () => {
  expect(await js('function f(/** @type {Foo} */ a, b) {}')).toBe('f(/a: Foo, /b) {}')
  expect(await js('class A { constructor() {\n/** @type {Foo | null} */\nthis.a = null } }')).toBe(
    'class A() {constructor constructor() {SELF.a: choice(Foo | null) = null}}',
  )
  expect(await js('/**\n * @typedef {Object} A\n * @property {Foo} b\n * @property {string} [c]\n */')).toBe(
    'exported type A() {field b: Foo; field c: String}',
  )
})

test('The first line of a documentation comment is kept', async () => {
  expect(await js('/** Says hello. */\nexport const hello = () => {}')).toBe(
    'const exported hello = arrow lambda() "Says hello." {} "Says hello."',
  )
  expect(await js('/**\n * Says it.\n *\n * Twice.\n */\nfunction f() {}')).toBe('f() "Says it." {}')
  expect(await js('/* no documentation */\nfunction f() {}')).toBe('f() {}')
  expect(await js('/** of the class */\n@dec class A { /** of the method */ @dec b() {} }')).toBe(
    '@dec class A() "of the class" {@dec b() "of the method" {}}',
  )
  expect(await js('const o = {\n  /** of the member */\n  f() {} }')).toBe(
    `const o = map('f': lambda() "of the member" {})`,
  )
})
