import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import type { SearchExtra } from '../../../src/analysis/questions.ts'
import type { ResolvedCall } from '../../../src/analysis/snippet.ts'
import { memoryView, outlineOf } from './memory-view.ts'
import { shop } from './shop.ts'

const named = (all: readonly { readonly file: string; readonly name: string }[]) =>
  all.map(({ file, name }) => `${file} ${name}`)

describe('search', () => {
  function found(query: string, extras: readonly SearchExtra[] = [], view = shop()) {
    const answer = answerOf({ kind: 'search', query, extras, limit: 10 }, view)
    return answer.kind === 'search' ? answer.results : []
  }

  test('the symbol of that name is first, then names with its words, then documentation and bodies', () => {
    expect(named(found('price')).at(0)).toBe('src/price.ts price')
    expect(named(found('load cart')).at(0)).toBe('src/cart.ts loadCart')
    expect(found('stored').map(({ name, why }) => [name, why])).toEqual([['loadCart', 'doc']])
    expect(found('reduce')[0]).toMatchObject({ name: 'Cart', why: 'body' })
  })

  test('what covers more of what is asked is first, wherever its words stand; words that say nothing do not count', () => {
    const view = memoryView({
      files: { 'src/money.ts': 'a\n/// The net price with tax, rounded\nb\nc\nd' },
      entities: {
        'src/money.ts': [
          'function whereFrom 1',
          'function sumOf 3',
          'interface RoundedPrice 4',
          'function roundedPrice 5',
        ],
      },
    })
    expect(named(found('where is the price with tax rounded', [], view))).toEqual([
      'src/money.ts sumOf',
      'src/money.ts roundedPrice',
      'src/money.ts RoundedPrice',
    ])
    expect(named(found('where from', [], view))).toEqual(['src/money.ts whereFrom'])
  })

  test('source ranks above what is copied, unless that is asked for', () => {
    const places = (extras: readonly SearchExtra[]) =>
      found('price', extras).map(({ file, score }) => [file, score] as const)
    const [first, , last] = places([])
    expect(first?.[0]).toBe('src/price.ts')
    expect(last?.[0]).toBe('vendor/price.ts')
    expect(new Map(places(['vendored'])).get('vendor/price.ts')).toBe(first?.[1])
  })

  test('no query is an error', () => {
    for (const query of ['', '???', '"NEAR(', '%', '\u0000']) expect(found(query)).toEqual([])
  })
})

describe('signatures', () => {
  const ask = (calls: readonly ResolvedCall[], file?: string) => {
    const question = { kind: 'signatures', snippet: '', language: 'typescript', file } as const
    const answer = answerOf(question, shop(), { snippet: { modules: [], calls } })
    if (answer.kind !== 'signatures') throw new Error(answer.kind)
    return answer.calls.map(({ isByName, targets }) => [isByName, ...targets.map(({ signature }) => signature)])
  }
  const open = (name: string) => ({ name, line: 1, targets: [] })

  test('what is known has its signature and place; a class that of its constructor; what is nowhere is left out', () => {
    const total = { name: 'total', line: 2, targets: [{ file: 'src/cart.ts', name: 'Cart.total', line: 5 }] }
    expect(ask([total])).toEqual([[false, 'total(): number']])
    expect(ask([open('price'), open('Cart'), open('log')], 'src/cart.ts')).toEqual([
      [true, 'function price(item: string): number'],
      [true, 'constructor(readonly owner: string)'],
    ])
  })

  test('what is open is looked up by name: without a file, every definition; with one, those that it imports', () => {
    expect(ask([open('price')])).toEqual([[true, 'function price(item: string): number', 'function price()']])
    expect(ask([open('price')], 'src/cart.ts')).toEqual([[true, 'function price(item: string): number']])
  })

  test('a language that is not known is said', () => {
    expect(answerOf({ kind: 'signatures', snippet: 'x', language: 'cobol' }, shop())).toMatchObject({
      kind: 'unknown',
      why: 'the language of the snippet is not known',
    })
  })
})

describe('diff', () => {
  const text = 'export function price(item: string): number {\n  return 1\n}\nfunction tax(item: string) {\n}'
  const side = (written: string, ...entities: string[]) => ({
    ...{ path: 'src/price.ts', text: written },
    outline: outlineOf(written, entities),
  })
  const before = side(text, 'function price 1-3 exported', 'function tax 4-5')

  test('a change has its old signature and what depends on it', () => {
    const after = side(text.replace('item: string)', 'item: string, n = 1)'), 'function price 1-3', 'function tax 4-5')
    const answer = answerOf({ kind: 'diff', base: 'HEAD' }, shop(), { sides: [{ before, after }] })
    expect(answer).toMatchObject({
      ...{ kind: 'diff', base: 'HEAD', head: null, otherFiles: [] },
      changes: [
        {
          ...{ name: 'price', change: 'signature', before: 'function price(item: string): number' },
          dependents: [{ file: 'src/cart.ts', name: 'Cart.total' }],
        },
      ],
    })
  })

  test('a file that is gone is said to be gone, not to be in an unknown language', () => {
    const sides = [{ before: { ...before, path: 'src/gone.ts' } }]
    const { notes } = answerOf({ kind: 'diff', base: 'HEAD' }, shop(), { sides })
    expect(notes).toContain("src/gone.ts: it is not among the project's files now")
  })

  test('what was removed is missed by the calls of its name that lead nowhere', () => {
    const sides = [{ before, after: side('') }]
    const missing = { file: 'src/cart.ts', name: 'Cart.total', line: 6, text: 'price', why: 'unknown value' } as const
    const answer = answerOf({ kind: 'diff', base: 'HEAD' }, shop({ calls: [], unresolved: [missing] }), { sides })
    expect(answer).toMatchObject({
      changes: [
        { name: 'price', change: 'removed', dependents: [{ name: 'Cart.total', line: 6 }] },
        { name: 'tax', change: 'removed', dependents: [] },
      ],
    })
  })

  test('a changed file that is no code is named, and one of which no part changed', () => {
    const sides = [
      { before: { path: 'a.md', text: '1' }, after: { path: 'a.md', text: '2' } },
      { before, after: side(`${text}\n`, 'function price 1-3 exported', 'function tax 4-5') },
      { after: { ...side(''), path: 'src/empty.ts' } },
    ]
    expect(answerOf({ kind: 'diff', base: 'v1', head: 'v2' }, shop(), { sides })).toMatchObject({
      ...{ changes: [], otherFiles: ['a.md', 'src/empty.ts', 'src/price.ts'], head: 'v2' },
      notes: ['dependents are those of the files as they are now'],
    })
  })
})

test('an empty project has empty answers', () => {
  const empty = memoryView({ files: {} })
  for (const kind of ['graph', 'dead', 'arch', 'index'] as const)
    expect(answerOf({ kind }, empty)).toMatchObject({ kind, notes: [] })
})
