import { expect, test } from 'vitest'
import { moduleOf, shownModule } from './shown.ts'

test.each([
  ['int', 'int'],
  ['a.B', 'a.B'],
  ['None', 'null'],
  ['list[A]', 'list[A]'],
  ['dict[str, list[A]]', 'dict[tuple(str, list[A])]'],
  ['t.Optional[A]', 't.Optional[A]'],
  ['A | B | None', 'choice(A | B | null)'],
  ['Callable[[A, B], C]', 'Callable[tuple(list(A, B), C)]'],
  ['Callable[..., A]', 'Callable[tuple(other(), A)]'],
  ["'A'", 'A'],
  ["'a.B[C, D] | None'", 'choice(a.B[tuple(C, D)] | null)'],
  ["list['A']", 'list[A]'],
  ["A | 'B'", 'choice(A | B)'],
  ["'Callable[[A], B]'", 'Callable[tuple(list(A), B)]'],
  ["'not a type'", "'not a type'"],
  ["'A['", "'A['"],
  ["''", "''"],
  ["Literal['A', 'B']", "Literal[tuple('A', 'B')]"],
  ["Annotated['A', f('x')]", "Annotated[tuple(A, f('x'))]"],
  ['(A)', 'A'],
  ['f(A)', 'f(A)'],
])('an annotation is an expression of types: %s', async (text, tree) => {
  expect(await shownModule(`x: ${text}`)).toBe(`exported x: ${tree}`)
})

test('parameters and results are annotated, too', async () => {
  expect(await shownModule("def f(a: 'A', *b: B, c: C = d, **e: E) -> 'F | None': pass")).toBe(
    'exported f(a: A, *b: B, ~c: C = d, **e: E) -> choice(F | null) {}',
  )
})

test('a type parameter is its bound, and of no type without one', async () => {
  const text = "def f[T: A, U](x: T, y: list[U]) -> 'B': pass\nclass C[T: (A, B)]:\n  def m(self, x: T): pass\nz: T"
  expect(await shownModule(text)).toBe(
    'exported f(x: A, y: list[other()]) -> B {}; exported class C() {m(self, x: tuple(A, B)) {}}; exported z: T',
  )
})

test('`Self` is the class around', async () => {
  expect(await shownModule('from typing import Self\nx: Self')).toContain('exported x: SELF')
})

test('types have names', async () => {
  const text = "from typing import TypeAlias\nPair: TypeAlias = 'tuple[A, A]'\ntype Ids[T] = list[T]\n'''Many.'''"
  expect(await shownModule(text)).toContain(
    'exported type Pair = tuple[tuple(A, A)]; exported type Ids = list[T] "Many."',
  )
})

test('what a string annotation names stands where it is written', async () => {
  const text = "x: 'list[Queue]'"
  const [statement] = (await moduleOf(text)).body
  const type = statement?.kind === 'assign' ? statement.type : undefined
  const index = type?.kind === 'subscript' ? type.index : undefined
  expect(text.slice(type?.start, type?.end)).toBe('list[Queue]')
  expect(text.slice(index?.start, index?.end)).toBe('Queue')
})
