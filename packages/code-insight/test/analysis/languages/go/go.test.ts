import { expect, test } from 'vitest'
import { callsOf } from '../../../../src/analysis/calls.ts'
import go from '../../../../src/analysis/languages/go/index.ts'
import { factsOf, memorySources } from '../../memory-sources.ts'
import { SHOP } from './shop.ts'

async function shownOf(path: string): Promise<readonly string[]> {
  const { outline } = await factsOf(path, SHOP[path] ?? '')
  return outline.entities.map(({ kind, name, signature, doc, exported }) =>
    [kind, name, signature, doc ?? '-', exported ? 'exported' : 'own'].join(' | '),
  )
}

test('an outline has types with their fields and methods, functions and constants, as they are written', async () => {
  expect(await shownOf('shop/shop.go')).toEqual([
    'class | Item | Item struct | Item is what can be sold. | exported',
    'field | Item.Name | Name string | - | exported',
    'type | ID | ID string | ID names a sale. | exported',
    'class | Shop | type Shop struct | Shop sells. | exported',
    'field | Shop.db | db store.Store | - | own',
    'type | Option | type Option func(*Shop) | Option changes a shop. | exported',
    'function | init | func init() | - | own',
    'function | New | func New(db store.Store, options ...Option) *Shop | New makes a shop. | exported',
    'function | register | func register(s *Shop) | - | own',
    'function | WithName | func WithName(name string) Option | WithName names it. | exported',
    'method | Shop.Sell | func (s *Shop) Sell(item Item) ID | Sell notes a sale. | exported',
    'method | Shop.Total | func (s *Shop) Total() int | Total is what all items bring. | exported',
  ])
  expect(await shownOf('store/store.go')).toEqual(
    expect.arrayContaining([
      'interface | Store | type Store interface | Store keeps records by their keys. | exported',
      'method | Store.Put | Put(key string, value []byte) error | - | exported',
      'class | File | type File struct | File is a store | exported',
    ]),
  )
  expect(await shownOf('shop/ledger.go')).toEqual(
    expect.arrayContaining([
      'function | Sum | func Sum[T any, N ~int](all []T, of func(T) N) N | Sum adds what of makes of each. | exported',
      'method | Pair.Swap | func (p Pair[A, B]) Swap() Pair[B, A] | Swap turns it round. | exported',
    ]),
  )
  expect(await shownOf('store/write.go')).toContain('variable | mode | mode = 0o600 | mode is who may read it. | own')
})

test('a file says what it is about, and which packages it imports by which names', async () => {
  const { outline } = await factsOf('cmd/till/main.go', SHOP['cmd/till/main.go'] ?? '')
  expect(outline.doc).toBe('Command till adds up what was sold.')
  expect(outline.imports.map(({ module, line, names }) => [module, line, names])).toEqual([
    ['fmt', 5, ['*']],
    ['example.com/till/shop', 7, ['*']],
    ['example.com/till/store', 8, ['*']],
  ])
})

test("calls lead to the package that a name is of, also across its files, and to the method that the receiver's type has", async () => {
  const sources = await memorySources(SHOP)
  const paths = Object.keys(SHOP).filter((path) => path.endsWith('.go'))
  const calls = [...callsOf(paths, sources)].flatMap(([, { edges }]) =>
    edges.map(({ from, to, confidence }) => `${from.name} → ${to.file}:${to.name} ${confidence}`),
  )
  expect(calls.sort()).toEqual(
    [
      'main → store/store.go:Open 0.9',
      // What was opened is a file, and not any store
      'main → store/store.go:File.Close 0.9',
      'main → shop/shop.go:New 0.9',
      'main → shop/shop.go:WithName 0.9',
      'main → shop/shop.go:Item 0.9',
      'main → shop/shop.go:Shop.Sell 0.9',
      'main → shop/shop.go:Shop.Total 0.9',
      'main → cmd/till/print.go:format 0.9',
      // The local variable of that name is another function
      'format → cmd/till/print.go:text 0.9',
      'Open → store/store.go:File 0.9',
      'File.Put → store/store.go:File.save 0.9',
      'File.Close → store/store.go:File.save 0.9',
      'File.save → store/write.go:writeAll 0.9',
      'init → shop/shop.go:register 0.9',
      'New → shop/shop.go:Shop 0.9',
      'New → shop/ledger.go:newLedger 0.9',
      'New → shop/shop.go:register 0.9',
      'WithName → shop/ledger.go:rename 0.9',
      'Shop.Sell → shop/ledger.go:ledger.add 0.9',
      // The interface's method, and that of a type that has all of its; the test's own is for tests alone
      'Shop.Sell → store/store.go:File.Put 0.6',
      'Shop.Sell → store/store.go:Store.Put 0.9',
      'Shop.Sell → shop/shop.go:ID 0.9',
      'Shop.Total → shop/ledger.go:Sum 0.9',
      'newLedger → shop/ledger.go:ledger 0.9',
      'Pair.Swap → shop/ledger.go:Pair 0.9',
      'TestTotal → shop/shop.go:New 0.9',
      'TestTotal → shop/shop.go:WithName 0.9',
      'TestTotal → shop/shop.go:Item 0.9',
      'TestTotal → shop/shop_test.go:fake 0.9',
      'TestTotal → shop/shop.go:Shop.Sell 0.9',
      'TestTotal → shop/shop.go:Shop.Total 0.9',
    ].sort(),
  )
})

test('a call of what a parameter or a local variable holds is not known, and says so', async () => {
  const { unresolved = [] } = callsOf(['shop/ledger.go'], await memorySources(SHOP)).get('shop/ledger.go') ?? {}
  expect(unresolved).toEqual([{ file: 'shop/ledger.go', name: 'Sum', line: 15, text: 'of', why: 'unknown value' }])
})

test('an import leads to the folder of its package, by the module that go.mod names, or out of the project', async () => {
  const { target } = await memorySources(SHOP)
  expect(target('example.com/till/shop', 'cmd/till/main.go')).toEqual({ kind: 'folder', path: 'shop' })
  expect(target('example.com/tills', 'cmd/till/main.go')).toEqual({ kind: 'outside', name: 'example.com/tills' })
  expect(target('fmt', 'cmd/till/main.go')).toEqual({ kind: 'outside', name: 'fmt' })
})

test('tests are what go test runs, and what it reads', () => {
  expect(['a/b_test.go', 'testdata/a.go', 'a/b.go', 'a/test.go'].map(go.isTest)).toEqual([true, true, false, false])
})

test('what cannot be parsed takes nothing else with it', async () => {
  const { outline } = await factsOf('a.go', 'package a\n\nfunc one() { two( }\n\nfunc three() {}\n')
  expect(outline.entities.map(({ name }) => name)).toContain('three')
  expect(outline.errors.length).toBeGreaterThan(0)
})
