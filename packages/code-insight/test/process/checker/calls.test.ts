import { describe, expect, it } from 'vitest'
import { edgesOf } from './project.ts'

describe('calls of functions', () => {
  it('lead through aliases, choices and bound functions to the function', () => {
    expect(edgesOf('function a() {}\nconst b = a\nb()\n')).toEqual(['<module> -> a @3'])
    expect(edgesOf('function a() {}\nfunction b() {}\nconst f = Math.random() > 1 ? a : b\nf()\n')).toEqual([
      '<module> -> a @4',
      '<module> -> b @4',
    ])
    expect(edgesOf('function a() {}\nconst f = a.bind(null)\nf()\na.call(null)\n')).toEqual([
      '<module> -> a @3',
      '<module> -> a @4',
    ])
  })

  it('lead to the implementation of an overloaded function', () => {
    expect(
      edgesOf('function a(x: 1): 1\nfunction a(x: 2): 2\nfunction a(x: unknown): unknown { return x }\na(1)\n'),
    ).toEqual(['<module> -> a @4'])
  })

  it('lead to the function that another one returns', () => {
    expect(
      edgesOf('function make() {\n  function inner() {}\n  return inner\n}\nmake()()\nconst f = make()\nf()\n'),
    ).toEqual(['<module> -> make @5', '<module> -> make.inner @5', '<module> -> make @6', '<module> -> make.inner @7'])
  })

  it('stand at the line of the last name, in the nearest function with a name', () => {
    expect(edgesOf('const o = { b() { return this } }\nfunction f() {\n  ;[1].map(() => o\n    .b())\n}\n')).toEqual([
      'f -> o.b @4',
    ])
  })

  it('of parameters and untyped values are left open', () => {
    expect(edgesOf('function run(f: () => void, g: any) { f(); g(); g.x() }')).toEqual([])
  })

  it('of several assigned functions have them all as candidates', () => {
    expect(edgesOf('function a() {}\nfunction b() {}\nlet f = a\nf = b\nf()\n')).toEqual([
      '<module> -> a @5 ?',
      '<module> -> b @5 ?',
    ])
  })

  it('of members of an object find them by constant keys, by any key, and by destructuring', () => {
    const object = 'function a() {}\nconst o = { a, b() {}, c: () => {} }\n'
    expect(edgesOf(`${object}o.a(); o['b'](); o?.c()\n`)).toEqual([
      '<module> -> a @3',
      '<module> -> o.b @3',
      '<module> -> o.c @3',
    ])
    expect(edgesOf(`${object}const { a: x, c } = o\nx(); c()\n`)).toEqual(['<module> -> a @4', '<module> -> o.c @4'])
    expect(edgesOf(`${object}const k: 'b' | 'c' = Math.random() > 1 ? 'b' : 'c'\no[k]()\n`)).toEqual([
      '<module> -> o.b @4',
      '<module> -> o.c @4',
    ])
  })
})

describe('calls of methods', () => {
  const classes = 'class A { constructor() {} m() {} }\nclass B extends A { m() { super.m() } }\nclass C extends B {}\n'

  it('lead to the method of the class, and to those that override it unless the object is known', () => {
    expect(edgesOf(`${classes}function f(a: A) { a.m() }\n`)).toContain('f -> A.m @4')
    expect(edgesOf(`${classes}function f(a: A) { a.m() }\n`)).toContain('f -> B.m @4')
    expect(edgesOf(`${classes}function f(b: B) { b.m() }\n`)).toEqual(['B.m -> A.m @2', 'f -> B.m @4'])
    expect(edgesOf(`${classes}const a = new A()\na.m()\n`)).toEqual([
      'B.m -> A.m @2',
      '<module> -> A.constructor @4',
      '<module> -> A.m @5',
    ])
  })

  it('lead to the constructor that runs, or to the class if none does', () => {
    expect(edgesOf(`${classes}new C()\n`)).toContain('<module> -> A.constructor @4')
    expect(edgesOf('class Plain {}\nclass Own extends Error {}\nnew Plain(); new Own()\n')).toEqual([
      '<module> -> Plain @3',
      '<module> -> Own @3',
    ])
    expect(edgesOf('class A { constructor() {} }\nclass B extends A { constructor() { super() } }\n')).toEqual([
      'B.constructor -> A.constructor @2',
    ])
  })

  it('of an interface lead to what implements it: classes and object literals', () => {
    const text = [
      'interface Port { save(): void }',
      'class Disk implements Port { save() {} }',
      'const memory: Port = { save() {} }',
      'const other = { save: 1 }',
      'function f(port: Port) { port.save() }',
    ]
    expect(edgesOf(text.join('\n'))).toEqual(['f -> Disk.save @5', 'f -> memory.save @5'])
  })

  it('of an abstract class lead to the classes that are made', () => {
    const text = 'abstract class A { run() { this.step() } abstract step(): void }\nclass B extends A { step() {} }\n'
    expect(edgesOf(text)).toEqual(['A.run -> B.step @1'])
  })

  it('of a union lead to every member, and of a type parameter to its constraint', () => {
    const text = 'class A { m() {} }\nclass B { m() {} }\n'
    expect(edgesOf(`${text}function f(x: A | B) { x.m() }\n`)).toEqual(['f -> A.m @3', 'f -> B.m @3'])
    expect(edgesOf(`${text}function f<T extends A>(x: T) { x.m() }\n`)).toEqual(['f -> A.m @3'])
  })

  it('of fields lead to the function that the field holds', () => {
    expect(edgesOf('class A { run = () => {}\n go() { this.run() } }\n')).toEqual(['A.go -> A.run @2'])
    expect(edgesOf('class S { go() {} }\nclass A { #s = new S()\n go() { this.#s.go() } }\n')).toEqual([
      '<module> -> S @2',
      'A.go -> S.go @3',
    ])
    expect(edgesOf('class S { go() {} }\nclass A { constructor(readonly s: S) {}\n go() { this.s.go() } }\n')).toEqual([
      'A.go -> S.go @3',
    ])
  })

  it('of a mixin lead to the class within', () => {
    const text = [
      'type Made<T> = new (...args: any[]) => T',
      'function Loud<B extends Made<object>>(Base: B) { return class extends Base { shout() {} } }',
      'class Dog {}',
      'class LoudDog extends Loud(Dog) {}',
      'new LoudDog().shout()',
    ]
    expect(edgesOf(text.join('\n'))).toContain('<module> -> Loud.shout @5')
  })
})

describe('other ways of calling', () => {
  it('accessors are called by reading and writing them', () => {
    const text = 'class A { get x() { return 1 }\n set x(v) {} }\nconst a = new A()\n'
    expect(edgesOf(`${text}a.x\n`)).toContain('<module> -> A.x @4')
    expect(edgesOf(`${text}a.x += 1\n`).filter((edge) => edge.endsWith('A.x @4'))).toHaveLength(2)
  })

  it('templates, elements and decorators call what they name', () => {
    expect(edgesOf('function tag(s: TemplateStringsArray) {}\ntag`x`\n')).toEqual(['<module> -> tag @2'])
    expect(edgesOf('function App() { return <Row /> }\nfunction Row() { return <div /> }\n', 'main.tsx')).toEqual([
      'App -> Row @1',
    ])
    const decorated = 'function log(target: unknown, _: unknown) {}\nclass A { @log m() {} }\n'
    expect(edgesOf(decorated)).toEqual(['<module> -> log @2'])
  })

  it('loops run iterators, and `await` runs `then`', () => {
    const bag = 'class Bag { *[Symbol.iterator]() { yield 1 } }\n'
    expect(edgesOf(`${bag}for (const x of new Bag()) {}\n`)).toContain('<module> -> Bag.[Symbol.iterator] @2')
    expect(edgesOf(`${bag}const all = [...new Bag()]\n`)).toContain('<module> -> Bag.[Symbol.iterator] @2')
    expect(edgesOf('class Task { then(done: (x: 1) => void) { done(1) } }\nawait new Task()\nexport {}\n')).toContain(
      '<module> -> Task.then @2',
    )
  })

  it('functions are called by the builtin that they are given to, and not by one that keeps them', () => {
    expect(edgesOf('function f(x: number) { return x }\n;[1].map(f)\n')).toEqual(['<module> -> f @2'])
    expect(edgesOf('function f() {}\nnew Promise(f)\nPromise.resolve(1).then(f)\n')).toEqual([
      '<module> -> f @2',
      '<module> -> f @3',
    ])
    expect(edgesOf('function f() {}\nconst all: (() => void)[] = []\nall.push(f)\nnew Map().set(1, f)\n')).toEqual([])
  })
})

describe('a class that inherits its constructor', () => {
  it('is called beside the constructor that runs, by what makes an instance of it or of a class below', () => {
    const classes =
      'class Base { constructor(readonly text: string) {} }\nclass Middle extends Base {}\nclass Last extends Middle {\n  constructor() {\n    super("x")\n  }\n}\n'
    expect(edgesOf(`${classes}new Middle("x"); new Last()\n`)).toEqual([
      'Last.constructor -> Base.constructor @5',
      'Last.constructor -> Middle @5',
      '<module> -> Base.constructor @8',
      '<module> -> Middle @8',
      '<module> -> Last.constructor @8',
    ])
    expect(
      edgesOf('class Oops extends Error {}\nclass Sub extends Oops {}\nfunction f() { throw new Sub("x") }\n'),
    ).toEqual(['f -> Sub @3'])
  })
})
