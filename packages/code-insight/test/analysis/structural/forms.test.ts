import { expect, test } from 'vitest'
import { meantHere } from './meant.ts'

const GO = 'package a\ntype Job struct{}\nfunc (j *Job) close() {}\nfunc run(jobs chan *Job) {\n'
const CART = 'public partial class Cart { int Sum() { return 1; } }'
const SWIFT =
  'protocol Repo { func load() -> Item? }\nstruct Item { func show() {} }\nclass Use<R: Repo> {\nlet repo: R\n'
const ELIXIR = 'defmodule Shop do\n  def price(i), do: i\n'

test.each([
  ['received from a channel', 'a.go', `${GO}j, ok := <-jobs\nj.close() // HERE\n}`, ['→ a.go:Job.close:3']],
  ['one of several', 'a.go', `${GO}select {\ncase j := <-jobs:\nj.close() // HERE\n}\n}`, ['→ a.go:Job.close:3']],
  ['at once', 'a.go', `${GO}(<-jobs).close() // HERE\n}`, ['→ a.go:Job.close:3']],
  [
    'an indexer of one expression',
    'a.cs',
    'class A {\n  int this[string s] => Find(s); // HERE\n  int Find(string s) { return 1; }\n}',
    ['→ a.cs:A.Find:3'],
  ],
  [
    'a guard',
    'a.swift',
    `${SWIFT}func go() {\nguard let it = repo.load() else { return } // HERE\n}}`,
    ['→ a.swift:Repo.load:1'],
  ],
  [
    'an element',
    'a.swift',
    `${SWIFT}var items: [Item]\nfunc go() {\nitems[0].show() // HERE\n}}`,
    ['→ a.swift:Item.show:2'],
  ],
  [
    'what a block is given',
    'a.swift',
    `${SWIFT}var items: [Item]\nfunc go() {\nitems.forEach { $0.show() } // HERE\n}}`,
    ['→ a.swift:Item.show:2'],
  ],
  [
    'a function without a name',
    'a.ex',
    `${ELIXIR}  def all(items), do: Enum.map(items, fn i -> price(i) end) # HERE\nend`,
    ['→ a.ex:Shop.price:2'],
  ],
  ['a default', 'a.ex', `${ELIXIR}  def all(of \\\\ price(1)), do: of # HERE\nend`, ['→ a.ex:Shop.price:2']],
  [
    'a delegation',
    'a.ex',
    `${ELIXIR}end\ndefmodule Front do\n  defdelegate cost(i), to: Shop, as: :price # HERE\nend`,
    ['→ a.ex:Shop.price:2'],
  ],
  [
    "a trait's other name",
    'a.php',
    "<?php\ntrait Logs { function log($x) {} }\nclass A {\n  use Logs { log as protected write; Logs::log as again; }\n  function f() {\n    $this->write($this->again('x')); // HERE\n  }\n}",
    ['→ a.php:Logs.log:2'],
  ],
  [
    'an interface of one function',
    'a.kt',
    'fun interface Op { fun run(n: Int): Int }\nfun go(op: Op) {\n  op.run(1) // HERE\n}',
    ['→ a.kt:Op.run:1'],
  ],
])('a call is found in whatever form it is written: %s', async (_, path, text, meant) => {
  expect(await meantHere(path, { [path]: text })).toEqual(meant)
})

test.each([
  ['for the whole file', `namespace Shop.Core;\n${CART}`],
  ['around it', `namespace Shop.Core { ${CART} }`],
  ['beside another', `namespace Shop.Core { ${CART} }\nnamespace Shop.Other { class X {} }`],
])('a class is one, though its parts say their namespace in several ways: %s', async (_, text) => {
  const parts = [
    'namespace Shop.Core;\n',
    'namespace Shop.Core {\n',
    'namespace Shop.Other { class Y {} }\nnamespace Shop.Core {\n',
  ]
  for (const start of parts) {
    const end = start.includes('{') ? '}' : ''
    const total = `${start}public partial class Cart { int Total() { return Sum(); } } /* HERE */ ${end}`
    const meant = await meantHere('b.cs', { 'a.cs': text, 'b.cs': total })
    expect(meant.map((each) => each.replace('Shop.Core.', ''))).toEqual([expect.stringMatching(/^→ a\.cs:Cart\.Sum:/)])
  }
})

test('a function that begins in one of two ways begins once', async () => {
  const text =
    '#if FAST\nstatic int pick(int x) {\n#else\nstatic int pick(long x) {\n#endif\n  return step(x); // HERE\n}\nint step(int x) { return x; }\n'
  expect(await meantHere('a.c', { 'a.c': text })).toEqual(['→ a.c:step:8'])
})
