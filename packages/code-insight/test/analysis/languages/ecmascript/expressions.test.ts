import { expect, test } from 'vitest'
import { value } from './shown.ts'

test('Calls keep their callee and arguments; an optional chain is like any other', async () => {
  expect(await value('a?.b?.[c]?.(d, ...e)')).toBe('a.b[c](d, *e)')
  expect(await value('this.x(super.y)')).toBe('SELF.x(SUPER.y)')
  expect(await value('new Foo(1, ...args)')).toBe('new Foo(1, *args)')
  expect(await value('new Foo')).toBe('new Foo()')
})

test('A well-known symbol as a property has a name that methods of that name are found by', async () => {
  expect(await value('a[Symbol.iterator]()')).toBe('a.[Symbol.iterator]()')
  expect(await value('{ [Symbol.iterator]() {} }')).toBe("map('[Symbol.iterator]': lambda() {})")
})

test('A tag gets the list of the strings, then the values', async () => {
  expect(await value(`tag\`a\${b}c\${d}\``)).toBe('tag tag(list(), b, d)')
  expect(await value('a.b`c`')).toBe('tag a.b(list())')
})

test('Templates without expressions are texts', async () => {
  expect(await value(`\`x\${a}y\``)).toBe('template(a)')
  expect(await value('`plain`')).toBe("'plain'")
  expect(await value("'it\\'s \\u0041\\x42\\n'")).toBe("'it's AB\n'")
})

test('A constant module is imported wherever it is asked for; any other is a call', async () => {
  expect(await value("require('m').x")).toBe('imported(m).x')
  expect(await value('require(name)')).toBe('require(name)')
  expect(await value("import('./m')")).toBe('imported(./m)')
  expect(await value('import(`./m`)')).toBe('imported(./m)')
  expect(await value(`import(\`./\${m}\`)`)).toBe('other(template(m))')
  expect(await value('import.meta.url')).toBe('other().url')
})

test('A sequence is its last expression', async () => {
  expect(await value('(a, b, c)')).toBe('choice(other(a, b) ? c)')
  expect(await value('(0, a.b)()')).toBe('choice(other(0) ? a.b)()')
})

test('Long chains of one operator are flat', async () => {
  expect(await value('a + b + c - d')).toBe('(- (+ a b c) d)')
  expect(await value('a || b || c')).toBe('choice(a | b | c)')
  expect(await value('a ?? b')).toBe('choice(a | b)')
  expect(await value('a ? b : c')).toBe('choice(a ? b | c)')
  expect(await value('!a')).toBe('(! a)')
  expect(await value('void 0')).toBe('(void 0)')
  expect(await value('#x in obj')).toBe("(in '#x' obj)")
})

test('Assignments within expressions say what they assign to', async () => {
  expect(await value('i++')).toBe('i += 1')
  expect(await value('a ??= b')).toBe('a ??= b')
  expect(await value('b += 1')).toBe('b += 1')
  expect(await value('[a, b.c, { d = 1, e: [f] = [], ...g }] = x')).toBe(
    "list(a, b.c, map('d': d = 1, 'e': list(f) = list(), *g)) = x",
  )
})

test('Functions as values have their parameters, marks and results', async () => {
  expect(await value('x => x + 1')).toBe('arrow lambda(/x) {return (+ x 1)}')
  expect(await value('async ({ a, b: [c] = [], ...d }, [, e], f = 1, ...g) => { await f }')).toBe(
    "async arrow lambda(/map('a': a, 'b': list(c) = list(), *d), /list(other(), e), /f = 1, *g) {await f}",
  )
  expect(await value('function* named() { yield; yield 1; yield* x }')).toBe(
    'generator expression named() {yield; yield 1; yield* x}',
  )
  expect(await value('async function () {}')).toBe('async lambda() {}')
})

test('Methods of an object are functions with a key', async () => {
  expect(
    await value(
      "{ a, b: 1, c() {}, async *d() {}, get e() { return 1 }, set e(v) {}, [f]: 2, 'g': () => 3, 4: 5, ...rest }",
    ),
  ).toBe(
    "map('a': a, 'b': 1, 'c': lambda() {}, 'd': async generator lambda() {}, 'e': getter lambda() {return 1}, 'e': setter lambda(/v) {}, f: 2, 'g': arrow lambda() {return 3}, 4: 5, *rest)",
  )
})

test('Holes of a list keep their places', async () => {
  expect(await value('[a, , b, ...c]')).toBe('list(a, other(), b, *c)')
})

test('Classes are values, too', async () => {
  expect(await value('class A extends mixin(B, C) {}')).toBe('class A(mixin(B, C)) {}')
  expect(await value('class {}')).toBe('class undefined() {}')
})

test('An element is a call of its component, or of a literal; attributes are keyword arguments', async () => {
  expect(
    await value('<Foo.Bar a="x" b={y} {...rest} c>text {child} <div onClick={() => h()}/> {...kids}</Foo.Bar>'),
  ).toBe(
    "element Foo.Bar(a='x', b=y, **rest, c=boolean, child, element 'div'(onClick=arrow lambda() {return h()}), *kids)",
  )
  expect(await value('<><svg:rect/>{/* nothing */}</>')).toBe("element ''(element 'svg:rect'())")
  expect(await value('<Foo render={<Bar/>}/>')).toBe('element Foo(render=element Bar())')
})

test('A comment states the type of what stands in parentheses', async () => {
  expect(await value('/** @type {Foo} */ (x)')).toBe('cast(x as Foo)')
})
