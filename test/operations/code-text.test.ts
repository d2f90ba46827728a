import { describe, expect, test } from 'vitest'
import { answerOf } from '../../packages/code-insight/src/analysis/answer.ts'
import type { CodeQuestion } from '../../packages/code-insight/src/analysis/questions.ts'
import { outlineOf } from '../../packages/code-insight/test/analysis/answers/memory-view.ts'
import { shop } from '../../packages/code-insight/test/analysis/answers/shop.ts'
import { contextOf, subjectOf } from '../../src/operations/verb/code-context.ts'
import { codeInput, codeQuestion } from '../../src/operations/verb/code-input.ts'
import { codeText } from '../../src/operations/verb/code-text.ts'
import { plainScreen } from '../../src/operations/verb/operation.ts'

const words = (question: CodeQuestion, view = shop(), limit?: number) =>
  codeText(answerOf(question, view), plainScreen(0), { limit }).split('\n')

describe('in words, every place is path:line:', () => {
  test('an outline', () => {
    expect(words({ kind: 'outline', target: 'src/cart.ts' })).toEqual([
      'src/cart.ts (typescript, 15 lines)',
      'imports ./src/price.ts',
      '  2-8 class Cart',
      '    3 items: string[] = []',
      '    4 constructor(readonly owner: string)',
      '    5-7 total(): number',
      '  9-11 function add(a: number, b: number)',
      "  13-15 function loadCart(owner: string): Cart — The owner's cart, from what was stored",
    ])
    expect(words({ kind: 'outline', target: 'src' })).toEqual([
      'src/cart.ts',
      '  2-8 class Cart',
      '  9-11 function add(a: number, b: number)',
      '  13-15 function loadCart(owner: string): Cart',
      'src/main.ts',
      'src/price.ts',
      '  1-3 function price(item: string): number',
      '  4-6 function tax(item: string)',
      '  7-9 function oldPrice(item: string)',
    ])
  })

  test('callers, with what uses it otherwise', () => {
    expect(words({ kind: 'callers', target: 'Cart' })).toEqual([
      'src/cart.ts:2 class Cart',
      '2 calls:',
      '  src/cart.ts:14 loadCart',
      '  test/cart.test.ts:2 (top level)',
      'used without a call:',
      '  src/cart.ts:13 loadCart',
    ])
    expect(words({ kind: 'callers', target: 'src/price.ts:oldPrice' })).toEqual([
      'src/price.ts:7 function oldPrice(item: string)',
      '0 calls',
    ])
  })

  test('callees, with what could not be found', () => {
    expect(words({ kind: 'callees', target: 'src/price.ts:price' })).toEqual([
      'src/price.ts:1 function price(item: string): number',
      'calls 1 thing:',
      '  line 2: src/price.ts:4 tax',
      'unresolved, unknown value: src/price.ts:2 table',
    ])
  })

  test('impact, with the tests', () => {
    expect(words({ kind: 'impact', target: 'tax', depth: 9 })).toEqual([
      'src/price.ts:4 function tax(item: string)',
      '4 callers, by calls away:',
      '  1 src/price.ts:2 price, :8 oldPrice',
      '  2 src/cart.ts:6 Cart.total',
      '  3 src/main.ts:3 (top level) (50 % sure)',
      'tests:',
      '  test/cart.test.ts',
    ])
    const onlyTested = shop({ calls: ['test/cart.test.ts <module> -> src/price.ts tax @2'] })
    expect(words({ kind: 'impact', target: 'tax', depth: 9 }, onlyTested).slice(1)).toEqual([
      '0 callers outside tests',
      'tests:',
      '  test/cart.test.ts',
    ])
    const passedOn = shop({ calls: [], uses: ['src/main.ts <module> -> src/price.ts tax @3'] })
    expect(words({ kind: 'impact', target: 'tax', depth: 9 }, passedOn).slice(1)).toEqual([
      '0 callers',
      'used without a call:',
      '  src/main.ts:3 (top level)',
      'no tests reach it',
    ])
  })

  test('what only the text of files that are not parsed has, which nothing denies', () => {
    const mentions = [
      { file: 'lib.rs', line: 1, name: 'oldPrice', in: 'text' as const, declares: true },
      { file: 'lib.rs', line: 4, name: 'oldPrice', in: 'text' as const, declares: false, within: 'run' },
    ]
    const text = ['by text only, not resolved:', '  lib.rs:1 declares oldPrice?, :4 oldPrice in run']
    const told = (question: CodeQuestion) =>
      codeText({ ...answerOf(question, shop()), mentions }, plainScreen(0), {})
        .split('\n')
        .slice(-3)
    expect(told({ kind: 'callers', target: 'src/price.ts:oldPrice' })).toEqual(['0 calls, as far as resolved', ...text])
    expect(told({ kind: 'impact', target: 'oldPrice', depth: 2 })).toEqual([
      'no tests reach it, as far as resolved',
      ...text,
    ])
    expect(told({ kind: 'importers', target: 'src/main.ts' })).toEqual([
      'Nothing imports it, as far as resolved',
      ...text,
    ])
    expect(told({ kind: 'callers', target: 'helper' })).toEqual([
      "no file, folder or symbol is called 'helper', as far as resolved",
      ...text,
    ])
  })

  test('imports, importers, layers, symbols, a call graph and what is dead', () => {
    expect(words({ kind: 'imports', target: 'src/main.ts' })).toEqual([
      'src/main.ts imports, by line:',
      '  1 src/cart.ts: loadCart',
      '  2 express (package): default',
    ])
    expect(words({ kind: 'importers', target: 'express' })).toEqual(['src/main.ts:2 default'])
    expect(words({ kind: 'arch' })).toEqual([
      'layer  folder → what it uses',
      '0  src (3 files)',
      '0  vendor (1 file)',
      'no files import each other in circles',
    ])
    expect(words({ kind: 'index', target: 'vendor' })).toEqual(['vendor/price.ts:1 function price'])
    expect(words({ kind: 'graph', target: 'src/main.ts' })[0]).toBe(
      'src/main.ts:3 (top level) → src/cart.ts:13 loadCart',
    )
    expect(words({ kind: 'dead' })).toEqual([
      'Nothing found that is certainly unused.',
      'perhaps unused, but the name stands elsewhere: src/price.ts:7 oldPrice',
    ])
  })

  test('changes, with what depends on them', () => {
    const text = 'function price(item: string): number {\n}'
    const side = (written: string) => ({
      ...{ path: 'src/price.ts', text: written },
      outline: outlineOf(written, ['function price 1-2']),
    })
    const sides = [
      { before: side(text), after: side(text.replace('number', 'Money')) },
      { after: { path: 'a.md', text: '' } },
    ]
    const answer = answerOf({ kind: 'diff', base: 'HEAD' }, shop(), { sides })
    expect(codeText(answer, plainScreen(0), {}).split('\n')).toEqual([
      'signature src/price.ts:1 function price(item: string): Money',
      '  was function price(item: string): number',
      '  used by src/cart.ts:5 Cart.total',
      'other changed files: a.md',
    ])
  })
})

test('a long list is cut, and says how much is missing', () => {
  expect(words({ kind: 'graph' }, shop(), 2).slice(2, 3)).toEqual(['  and 7 more (raise limit, or narrow the target)'])
})

test('several things of one name are listed to choose from', () => {
  expect(words({ kind: 'callers', target: 'price' }, shop({ about: {} }))).toEqual([
    "'price' may be one of these; pass path:line",
    'src/price.ts:1 function price(item: string): number',
    'vendor/price.ts:1 function price()',
  ])
})

test('an index that is not complete says so, but not beside what a file says of itself', () => {
  expect(words({ kind: 'outline', target: 'src/cart.ts' }, shop({ indexed: 2 })).join()).not.toContain('so far')
  expect(words({ kind: 'search', query: 'tax', extras: [], limit: 3 }, shop({ indexed: 2 })).at(-1)).toBe(
    'note: 2 of 6 files indexed so far; ask again for the rest',
  )
})

test('calls that are still being followed are noted where an answer rests on calls, and nowhere else', () => {
  const said = (question: CodeQuestion): readonly string[] => {
    const answer = answerOf(question, shop())
    return codeText({ ...answer, index: { ...answer.index, pending: 2 } }, plainScreen(0), {}).split('\n')
  }
  const note = 'note: calls of 2 files are being brought up to date'
  for (const kind of ['callers', 'callees', 'importers'] as const)
    expect(said({ kind, target: 'src/cart.ts' }).at(-1)).toBe(note)
  expect(said({ kind: 'outline', target: 'src/cart.ts' })).not.toContain(note)
  expect(said({ kind: 'search', query: 'tax', extras: [], limit: 3 })).not.toContain(note)
})

test('the context of a search has the fields that other tools know', () => {
  const view = shop()
  const search = answerOf({ kind: 'search', query: 'loadCart(', extras: [], limit: 5 }, view)
  if (search.kind !== 'search') throw new Error('no search')
  const subject = subjectOf(search) ?? ''
  expect(contextOf(search, answerOf({ kind: 'callers', target: subject }, view), 5)).toMatchObject({
    ...{ timestamp: 5, queryType: 'structural', pattern: 'loadCart(', target: 'loadCart', targetType: 'function' },
    suggestedLayers: ['ast', 'call_graph', 'cfg'],
    ...{ definitionLocation: 'src/cart.ts:13', callers: ['src/main.ts:3'], languages: ['typescript'], unresolved: [] },
  })
})

describe('the input', () => {
  const asked = (input: object) => codeQuestion(codeInput.parse(input))

  test('of each action becomes its question', () => {
    expect(asked({ action: 'callers', target: 'Cart.total' })).toEqual({ kind: 'callers', target: 'Cart.total' })
    expect(asked({ action: 'diff' })).toEqual({ kind: 'diff', base: 'HEAD', head: undefined })
    expect(asked({ action: 'diff', target: 'main feature' })).toEqual({ kind: 'diff', base: 'main', head: 'feature' })
    expect(asked({ action: 'diff', target: 'v1.0..v1.1' })).toEqual({ kind: 'diff', base: 'v1.0', head: 'v1.1' })
    expect(asked({ action: 'search', target: 'a cart', tests: true })).toMatchObject({
      ...{ query: 'a cart', extras: ['tests'], limit: 20 },
    })
    expect(asked({ action: 'graph' })).toEqual({ kind: 'graph', target: undefined })
  })

  test.each([
    [{ action: 'callers' }, 'code callers needs a file or symbol'],
    [{ action: 'search', target: '  ' }, 'code search needs words'],
    [{ action: 'signatures' }, 'code signatures needs --snippet'],
    [{ action: 'signatures', snippet: 'f()' }, 'code signatures needs --language or --file'],
    [{ action: 'diff', target: 'a b c' }, 'code diff takes two revisions at most'],
  ])('%j is incomplete', (input, why) => {
    expect(() => asked(input)).toThrow(why)
  })
})
