import { describe, expect, test } from 'vitest'
import { edgesOf } from './edges.ts'

describe('the own name of an expression', () => {
  test("a function's leads to it from its own body, whatever it is called outside", async () => {
    expect(await edgesOf('const fact = function self(n) {\n  return n * self(n - 1)\n}\n')).toEqual(['fact -> fact @2'])
    const returned =
      'function outer() {\n  return function create() {\n    return { child() { return create() } }\n  }\n}\n'
    expect(await edgesOf(`${returned}outer()().child()`)).toEqual(
      expect.arrayContaining(['outer.create.child -> outer.create @3', '<module> -> outer.create.child @6']),
    )
    expect(await edgesOf('module.exports = function configure() {\n  configure()\n}\n')).toEqual([
      'configure -> configure @2',
    ])
    expect(await edgesOf('queueMicrotask(function tick() {\n  tick()\n})\n')).toContain('tick -> tick @2')
  })

  test('is hidden by its parameters and its own declarations, and unknown outside', async () => {
    const text =
      'function other() {}\nconst a = function f(f) { f() }\na(other)\nconst b = function g() { const g = other; g() }\n'
    expect(await edgesOf(`${text}g()\n`)).toEqual(['<module> -> a @3', 'a -> other @2', 'b -> other @4'])
  })

  test("a class's comes before a name around it", async () => {
    const text =
      'class Inner { go() {} }\nconst Outer = class Inner {\n  static make() { return new Inner().run() }\n  run() {}\n}\n'
    expect(await edgesOf(text)).toContain('Outer.make -> Outer.run @3')
  })
})

describe('a call with type arguments', () => {
  const ts =
    'class N { accept<R>(v: R): N { return this } }\nfunction f<T>(n: T): N { return new N() }\nfunction run(n: N) {\n'

  test('is found behind operators and await, and so is what is called on it', async () => {
    expect(await edgesOf(`${ts}'+' + n.accept<string>('a')\n}`, 'a.ts')).toContain('run -> N.accept @4')
    expect(await edgesOf(`${ts}!f<N>(n).accept(1) && f<N>(n)\n}`, 'a.ts')).toEqual(
      expect.arrayContaining(['run -> f @4', 'run -> N.accept @4']),
    )
    expect(await edgesOf(`${ts}1 +\nf<N>(n) +\nn.accept<N>(n) + await\nf<N>(n)\n}`, 'a.ts')).toEqual(
      expect.arrayContaining(['run -> f @5', 'run -> N.accept @6', 'run -> f @7']),
    )
  })

  test('does not take parentheses apart', async () => {
    expect(await edgesOf(`${ts}(n || f(n)).accept<string>('a')\n}`, 'a.ts')).toContain('run -> N.accept @4')
  })
})

describe('super', () => {
  test("assigning a member of it runs the setter above, with the receiver's methods", async () => {
    const text =
      'class A {\n  set v(x) { this.check(x) }\n  check() {}\n}\nclass B extends A {\n  set v(x) {\n    super.v = x\n  }\n  check() {}\n}\nnew B().v = 1\n'
    const edges = await edgesOf(text)
    expect(edges).toEqual(expect.arrayContaining(['<module> -> B.v @11', 'B.v -> A.v @7', 'A.v -> B.check @2']))
    expect(edges).not.toContain('B.v -> B.v @7')
  })
})

describe('a loop over an object', () => {
  test('runs its iterator method and what that gives, and hands on the values', async () => {
    const text =
      'function job() {}\nfunction range() {\n  return {\n    [Symbol.iterator]() {\n      return { next() { return { value: job, done: false } } }\n    },\n  }\n}\n'
    expect(await edgesOf(`${text}for (const each of range()) each()\n`)).toEqual(
      expect.arrayContaining(['<module> -> range.[Symbol.iterator] @9', '<module> -> job @9']),
    )
    expect(await edgesOf(`${text}const [first] = [...range()]\nfirst()\n`)).toEqual(
      expect.arrayContaining(['<module> -> range.[Symbol.iterator] @9', '<module> -> job @10']),
    )
  })

  test('of which the iterator method is a generator gives what that yields', async () => {
    const text =
      'function job() {}\nconst jobs = {\n  *[Symbol.iterator]() { yield job },\n}\nfor (const each of jobs) each()\n'
    expect(await edgesOf(text)).toEqual(['<module> -> job @5', '<module> -> jobs.[Symbol.iterator] @5'])
  })
})

describe('what an object inherits', () => {
  const shape =
    'function Shape() {}\nShape.prototype.area = function () {}\nShape.prototype.show = function () { this.area() }\n'
  const circle = 'Circle.prototype.area = function () {}\nfunction Circle() {}\n'

  test.each([
    'Circle.prototype = Object.create(Shape.prototype)',
    "require('util').inherits(Circle, Shape)",
    'Object.setPrototypeOf(Circle.prototype, Shape.prototype)',
    'Circle.prototype.__proto__ = Shape.prototype',
  ])('comes after its own members: %s', async (inherits) => {
    const edges = await edgesOf(`${shape}${inherits}\n${circle}new Circle().area()\nnew Circle().show()\n`)
    expect(edges).toEqual([
      '<module> -> Circle @7',
      '<module> -> Circle @8',
      '<module> -> Circle.area @7',
      '<module> -> Shape.show @8',
      'Shape.show -> Circle.area @3',
    ])
  })

  test('is not changed by what is stored in the heir', async () => {
    const text = `${shape}Circle.prototype = Object.create(Shape.prototype)\n${circle}new Shape().area()\n`
    expect(await edgesOf(text)).toEqual(['<module> -> Shape @7', '<module> -> Shape.area @7'])
  })

  test('calls the methods that are stored in the heir later, and the other way round', async () => {
    const text =
      'const base = {\n  hello() { this.title() },\n  name() {},\n}\nconst loud = Object.create(base)\nloud.hello()\nloud.title = function () { this.name() }\n'
    expect(await edgesOf(text)).toEqual([
      '<module> -> base.hello @6',
      'base.hello -> loud.title @2',
      'loud.title -> base.name @7',
    ])
  })

  test('is found along several heirs, and from classes', async () => {
    const text =
      'class A { go() { this.step() } }\nconst a = Object.create(A.prototype)\nconst b = Object.create(a)\nb.step = () => {}\nb.go()\n'
    expect(await edgesOf(text)).toEqual(['<module> -> A.go @5', 'A.go -> b.step @1'])
  })

  test('an object without a prototype holds what is put into it', async () => {
    const text =
      'function job() {}\nconst jobs = Object.create(null)\nfunction add(name, fn) { jobs[name] = fn }\nadd("a", job)\nfor (const name in jobs) jobs[name]()\n'
    expect(await edgesOf(text)).toContain('<module> -> job @5')
  })

  test('in a circle ends', async () => {
    const text =
      'const a = {}, b = { go() {} }\nObject.setPrototypeOf(a, b)\nObject.setPrototypeOf(b, a)\na.go()\na.none()\n'
    expect(await edgesOf(text)).toEqual(['<module> -> b.go @4'])
  })
})

test('a method with a constant for its name is found by the text of that', async () => {
  const text = "const NAME = 'go'\nclass A {\n  [NAME]() {}\n}\nnew A().go()\nnew A()[NAME]()\n"
  expect(await edgesOf(text)).toEqual(expect.arrayContaining(['<module> -> A.[NAME] @5', '<module> -> A.[NAME] @6']))
})

test('an object that gives itself, or one like itself, when it is asked for an iterator is looped over once', async () => {
  const text =
    'class A {\n  values() { return { [Symbol.iterator]: () => this.values(), next: () => go() } }\n}\nfunction go() {}\nfor (const each of new A().values()) each()\n' +
    'const own = { [Symbol.iterator]() { return own } }\nfor (const each of own) each()\n'
  expect(await edgesOf(text)).toEqual(expect.arrayContaining(['<module> -> A.values @5']))
})
