import { expect, test } from 'vitest'
import { moduleOf, ts, type } from './shown.ts'

test('Assertions are casts; what states no type is not', async () => {
  expect(await ts('x as Foo; y!; z satisfies Bar; <Baz>w; v as const')).toBe(
    'cast(x as Foo); y; cast(z as Bar); cast(w as Baz); v',
  )
})

test('Type arguments say what an instance is', async () => {
  expect(await ts('new Map<string, Foo>(); f<Bar>(1); g<Bar>')).toBe(
    'cast(new Map() as Map[tuple(String, Foo)]); cast(f(1) as other(Bar)); g',
  )
})

test('Classes have fields, overloads and parameter properties', async () => {
  expect(
    await ts(
      'class A { constructor(private x: X, readonly y = 1, z?: Z) { super() } declare p: P; over(a: string): void; over(a: any) {} r!: Foo; protected static t?: number; [k: string]: any }',
    ),
  ).toBe(
    'class A() {constructor constructor(field /x: X, field /y = 1, /z: Z) {SUPER()}; field p: P; bodiless over(/a: String) -> null {}; over(/a: other()) {}; field r: Foo; static t: Number; other(other())}',
  )
  expect(await ts('abstract class A { abstract m(): void; private n() {} abstract get o(): P }')).toBe(
    'abstract class A() {abstract bodiless m() -> null {}; private n() {}; getter abstract bodiless o() -> P {}}',
  )
  expect(await ts('function f(a: string): void\nfunction f(a: any) {}')).toBe(
    'bodiless f(/a: String) -> null {}; f(/a: other()) {}',
  )
})

test('Decorators belong to what they decorate; those of fields and parameters run with the class', async () => {
  expect(await ts('@a @b() class A { @c() d: Foo; @e f(@Inject() g: G) {} constructor(@h i: I) {} }')).toBe(
    '@a @b() class A() {c(); field d: Foo; Inject(); @e f(/g: G) {}; h(); constructor constructor(/i: I) {}}',
  )
  expect(await ts('@a export class A {}')).toBe('@a exported class A() {}')
})

test('A type parameter stands for what it is constrained to', async () => {
  expect(await ts('class A<T extends Base> extends B<T> implements C, D.E<T> { p: T }')).toBe(
    'class A(B[Base], : C, : D.E[Base]) {field p: Base}',
  )
  expect(await ts('function f<T extends Foo, U>(this: Window, a: T, b?: U, ...c: Bar[]): T {}')).toBe(
    'f(/a: Foo, /b: other(), *c: Array[Bar]) -> Foo {}',
  )
})

test('A type parameter may say its variance', async () => {
  expect(await ts('interface A<out T extends B = C> extends D<T> {}')).toBe('interface A(D[B]) {}')
  expect(await ts('interface A<in T> extends D<T> {}')).toBe('interface A(D[other()]) {}')
  expect((await moduleOf('class A<in out T, U> {}', '.ts')).errors).toEqual([])
})

test('Interfaces and object types have members', async () => {
  expect(
    await ts(
      'interface A<T> extends B, C.D<T> { m(a: string): Foo; p?: Bar; readonly q: () => Baz; get r(): string; (x: E): F; new (y: G): H }',
    ),
  ).toBe(
    'interface A(B, C.D[other()]) {bodiless m(/a: String) -> Foo {}; field p: Bar; field q: bodiless lambda() -> Baz {}; getter bodiless r() -> String {}; other(E, F); other(G, H)}',
  )
  expect(await ts('type A = { m(): Foo; p: Bar }')).toBe('type A() {bodiless m() -> Foo {}; field p: Bar}')
  expect(await ts('type A<T> = T | B | null')).toBe('type A = choice(other() | B | null)')
})

test('Enums have static members, namespaces statements', async () => {
  expect(await ts("enum E { A, B = 1, 'c' = f() }\ndeclare const enum F { G }")).toBe(
    'enum E() {static A; static B = 1; static c = f()}; enum F() {static G}',
  )
  expect(
    await ts(
      "namespace A.B { export function f() {} }\ndeclare module 'm' { function g(): void }\ndeclare global { interface Window { x: Y } }",
    ),
  ).toBe(
    'namespace A() {exported namespace B() {exported f() {}}}; namespace m() {bodiless g() -> null {}}; namespace global() {interface Window() {field x: Y}}',
  )
  expect(
    await ts(
      'declare function f(a: A): asserts a is B\ndeclare const c: C\ndeclare class D { m(): void }\nexport declare const e: E',
    ),
  ).toBe('bodiless f(/a: A) -> other(B) {}; const c: C; class D() {bodiless m() -> null {}}; const exported e: E')
})

test('Types are expressions', async () => {
  expect(await type('string')).toBe('String')
  expect(await type('any | unknown')).toBe('choice(other() | other())')
  expect(await type('Promise<void>')).toBe('Promise[null]')
  expect(await type('Foo<A, B>[]')).toBe('Array[Foo[tuple(A, B)]]')
  expect(await type('A.B.C<D>')).toBe('A.B.C[D]')
  expect(await type('readonly Foo[]')).toBe('Array[Foo]')
  expect(await type('A | B | null')).toBe('choice(A | B | null)')
  expect(await type('A & B')).toBe('(& A B)')
  expect(await type('[a: A, b?: B, ...C[]]')).toBe('tuple(A, B, *Array[C])')
  expect(await type('(a: A, ...b: B[]) => C')).toBe('bodiless lambda(/a: A, *b: Array[B]) -> C {}')
  expect(await type('new (a: A) => B')).toBe('bodiless lambda(/a: A) -> B {}')
  expect(await type('abstract new () => B')).toBe('bodiless lambda() -> B {}')
  expect(await type('typeof foo.bar')).toBe('(typeof foo.bar)')
  expect(await type("typeof import('./x')")).toBe('(typeof imported(./x))')
  expect(await type('keyof A')).toBe('(keyof A)')
  expect(await type("A['k'] | B[number]")).toBe('choice(A.k | ([] B Number))')
  expect(await type('A extends infer Q ? Q : B')).toBe('choice((extends A other()) ? Q | B)')
  expect(await type('{ a: A; m(): B }')).toBe('type undefined() {field a: A; bodiless m() -> B {}}')
  expect(await type('{ readonly [K in keyof T]?: U }')).toBe('type undefined() {other(U)}')
  expect(await type(`'a' | 1 | \`x\${A}\``)).toBe("choice('a' | 1 | other(other(), other(A)))")
  expect(await type('unique symbol')).toBe('Symbol')
  expect(await type('this')).toBe('SELF')
})
