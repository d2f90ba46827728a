import { describe, expect, test } from 'vitest'
import { answerOf, filesOfAnswer, filesOfQuestion } from '../../../src/analysis/answer.ts'
import type { CodeAnswer } from '../../../src/analysis/code-answers.ts'
import type { CallEdge, CodePlace } from '../../../src/analysis/graph.ts'
import type { CodeQuestion } from '../../../src/analysis/questions.ts'
import { memoryView } from './memory-view.ts'
import { shop } from './shop.ts'

const ask = <K extends CodeAnswer['kind']>(kind: K, question: CodeQuestion, view = shop()) => {
  const answer = answerOf(question, view)
  expect(answer.kind).toBe(kind)
  return answer as Extract<CodeAnswer, { kind: K }>
}
const at = ({ file, name }: CodePlace) => `${file} ${name}`
const edge = ({ from, to, line }: CallEdge) => `${at(from)} -> ${at(to)} @${line}`

describe('what a target names', () => {
  const subjects = (target: string, view = shop()) => ask('callees', { kind: 'callees', target }, view).subjects.map(at)

  test.each([
    ['loadCart', 'src/cart.ts loadCart'],
    ['Cart.total', 'src/cart.ts Cart.total'],
    ['Cart#total', 'src/cart.ts Cart.total'],
    ['total()', 'src/cart.ts Cart.total'],
    ['src.cart.loadCart', 'src/cart.ts loadCart'],
    ['src/cart.ts:loadCart', 'src/cart.ts loadCart'],
    ['cart.ts:total', 'src/cart.ts Cart.total'],
    ['src/cart.ts:6', 'src/cart.ts Cart.total'],
    ['src/cart.ts:6:10', 'src/cart.ts Cart.total'],
    ['src/cart.ts:3', 'src/cart.ts Cart'],
    ['src/cart.ts:1', 'src/cart.ts <module>'],
    ['/srv/app/src/cart.ts:14', 'src/cart.ts loadCart'],
    ['./src/cart.ts', 'src/cart.ts <module>'],
  ])('%s is %s', (target, place) => {
    expect(subjects(target)).toEqual([place])
  })

  test('paths are those of the folder of the question, or of the root', () => {
    const inSource = shop({ folder: 'src' })
    expect(subjects('cart.ts:loadCart', inSource)).toEqual(['src/cart.ts loadCart'])
    expect(subjects('src/cart.ts:loadCart', inSource)).toEqual(['src/cart.ts loadCart'])
    expect(subjects('../src/cart.ts:loadCart', inSource)).toEqual(['src/cart.ts loadCart'])
  })

  test('of several things of one name, the source is meant rather than a copy or a test, and the others are noted', () => {
    const answer = ask('callers', { kind: 'callers', target: 'price' })
    expect(answer.subjects.map(at)).toEqual(['src/price.ts price'])
    expect(answer.notes).toEqual(['also called so: vendor/price.ts:1 price'])
  })

  test('several in source are candidates, and nothing is guessed', () => {
    const two = shop({ about: {} })
    const { candidates } = ask('candidates', { kind: 'callers', target: 'price' }, two)
    expect(candidates.map(at)).toEqual(['src/price.ts price', 'vendor/price.ts price'])
  })

  test('a declaration that stands beside what it declares is not meant', () => {
    const view = memoryView({
      files: { 'lib/log.js': 'function log() {}', 'lib/log.d.ts': 'declare function log(): void' },
      entities: { 'lib/log.js': ['function log 1'], 'lib/log.d.ts': ['function log 1'] },
    })
    const answer = ask('callers', { kind: 'callers', target: 'log' }, view)
    expect(answer.subjects.map(at)).toEqual(['lib/log.js log'])
    expect(answer.notes).toEqual(['also called so: lib/log.d.ts:1 log'])
  })

  test('what does not exist is unknown, with the name that was probably meant', () => {
    expect(ask('unknown', { kind: 'callers', target: 'lodCart' })).toMatchObject({
      why: "no file, folder or symbol is called 'lodCart'",
      near: 'loadCart',
    })
    expect(ask('unknown', { kind: 'callers', target: 'Cart.totl' }).near).toBe('Cart.total')
    expect(ask('unknown', { kind: 'callers', target: 'Basket.totl' }).near).toBe('total')
    expect(ask('unknown', { kind: 'callers', target: 'src/cart.ts:totl' })).toMatchObject({
      why: "nothing in src/cart.ts is called 'totl'",
    })
    expect(ask('unknown', { kind: 'outline', target: 'src/none.ts' }).why).toBe(
      "no file or folder is called 'src/none.ts'",
    )
  })
})

describe('calls', () => {
  test('callers are listed by file and line, with the uses that are no calls', () => {
    const answer = ask('callers', { kind: 'callers', target: 'tax' })
    expect(answer.callers.map(edge)).toEqual([
      'src/price.ts price -> src/price.ts tax @2',
      'src/price.ts oldPrice -> src/price.ts tax @8',
    ])
  })

  test('whoever makes an instance calls the class', () => {
    const answer = ask('callers', { kind: 'callers', target: 'Cart' })
    expect(answer.callers.map(edge)).toEqual([
      'src/cart.ts loadCart -> src/cart.ts Cart.constructor @14',
      'test/cart.test.ts <module> -> src/cart.ts Cart.constructor @2',
    ])
    expect(answer.references.map(({ from, line }) => `${at(from)} @${line}`)).toEqual(['src/cart.ts loadCart @13'])
  })

  test("a file's callers are those outside of it", () => {
    const answer = ask('callers', { kind: 'callers', target: 'src/price.ts' })
    expect(answer.callers.map(edge)).toEqual(['src/cart.ts Cart.total -> src/price.ts price @6'])
  })

  test('callees come with the calls that lead nowhere', () => {
    const answer = ask('callees', { kind: 'callees', target: 'src/price.ts:price' })
    expect(answer.callees.map(edge)).toEqual(['src/price.ts price -> src/price.ts tax @2'])
    expect(answer.unresolved).toMatchObject([{ name: 'price', line: 2, text: 'table' }])
  })

  test('what gives a variable its value is what it calls, though the code around it does so', () => {
    const view = memoryView({
      files: { 'a.ts': 'function open() {}\nconst one = open()\nopen()' },
      entities: { 'a.ts': ['function open 1', 'variable one 2'] },
      calls: ['a.ts <module> -> a.ts open @2', 'a.ts <module> -> a.ts open @3'],
    })
    for (const target of ['one', 'a.ts:2'])
      expect(ask('callees', { kind: 'callees', target }, view).callees.map(edge)).toEqual([
        'a.ts <module> -> a.ts open @2',
      ])
  })

  test('callees of a line within a function are those of that line; of its head, or of a line without calls, all', () => {
    const lines = (target: string) => ask('callees', { kind: 'callees', target }).callees.map(({ line }) => line)
    expect(lines('src/main.ts:3')).toEqual([3, 3])
    expect(lines('src/cart.ts:6')).toEqual([6, 6])
    expect(lines('src/price.ts:1')).toEqual([2])
    expect(lines('src/price.ts:3')).toEqual([2])
    expect(ask('callees', { kind: 'callees', target: 'src/price.ts:2' }).unresolved).toHaveLength(1)
  })

  test('the graph of a folder begins in it; that of a symbol is what touches it', () => {
    expect(ask('graph', { kind: 'graph' }).edges).toHaveLength(9)
    expect(ask('graph', { kind: 'graph', target: 'test' }).edges).toHaveLength(2)
    expect(ask('graph', { kind: 'graph', target: 'src/main.ts' }).edges.map(({ line }) => line)).toEqual([3, 3])
    expect(ask('graph', { kind: 'graph', target: 'loadCart' }).edges.map(edge)).toEqual([
      'src/cart.ts loadCart -> src/cart.ts Cart.constructor @14',
      'src/main.ts <module> -> src/cart.ts loadCart @3',
    ])
  })

  test('impact is the callers of callers with their depth, and the tests among them', () => {
    const answer = ask('impact', { kind: 'impact', target: 'tax', depth: 10 })
    expect(answer.callers.map((each) => `${each.depth} ${at(each)}`)).toEqual([
      '1 src/price.ts price',
      '1 src/price.ts oldPrice',
      '2 src/cart.ts Cart.total',
      '3 src/main.ts <module>',
      '3 test/cart.test.ts <module>',
    ])
    expect(answer.callers.at(3)).toMatchObject({ confidence: 0.5, callLine: 3, isTest: false })
    expect(answer.tests).toEqual(['test/cart.test.ts'])
    expect(answer.isCut).toBe(false)
    expect(ask('impact', { kind: 'impact', target: 'tax', depth: 1 })).toMatchObject({ isCut: true })
  })
})

describe('files', () => {
  test('imports say where they lead, importers who imports', () => {
    expect(ask('imports', { kind: 'imports', target: 'src/main.ts' }).imports).toMatchObject([
      { module: './src/cart.ts', names: ['loadCart'], files: ['src/cart.ts'], line: 1 },
      { module: 'express', files: [], outside: 'express', line: 2 },
    ])
    const importers = (target: string) =>
      ask('importers', { kind: 'importers', target }).importers.map(({ file }) => file)
    expect(importers('src/cart.ts')).toEqual(['src/main.ts', 'test/cart.test.ts'])
    expect(importers('express')).toEqual(['src/main.ts'])
    expect(importers('src')).toEqual(['test/cart.test.ts'])
    expect(importers('loadCart')).toEqual(['src/main.ts'])
  })

  test('a symbol is imported through the files that pass it on, whichever they are; a namespace counts where it is used', () => {
    const view = memoryView({
      files: {
        'x.ts': 'one\ntwo',
        'barrel.ts': '',
        'top.ts': '',
        'a.ts': '',
        'b.ts': '',
        'c.ts': '',
        'd.ts': '',
        'e.ts': '',
      },
      entities: { 'x.ts': ['class One 1 exported', 'method One.go 1', 'function two 2 exported'] },
      imports: [
        'barrel.ts -> x.ts One @1 export',
        'top.ts -> barrel.ts * @1 export',
        'barrel.ts -> top.ts * @2 export',
        'a.ts -> top.ts One @1',
        'b.ts -> top.ts two @1',
        'c.ts -> x.ts * @1',
        'd.ts -> x.ts * @1',
        'e.ts -> x.ts two @1',
      ],
      calls: ['c.ts <module> -> x.ts One @2'],
    })
    const importers = (target: string) =>
      ask('importers', { kind: 'importers', target }, view).importers.map(({ file, through }) => [file, through])
    const ofOne = [
      ['a.ts', 'top.ts'],
      ['barrel.ts', undefined],
      ['barrel.ts', 'top.ts'],
      ['c.ts', undefined],
      ['top.ts', 'barrel.ts'],
    ]
    expect(importers('One')).toEqual(ofOne)
    expect(importers('two')).toEqual([['e.ts', undefined]])
  })

  test('packages on the way to the module that is imported are no imports of their own', () => {
    const view = memoryView({
      files: { 'a.ts': '', 'b.ts': '', 'c.ts': '', 'd.ts': '' },
      imports: ['a.ts -> b: * @1', 'a.ts -> b.c: @1', 'a.ts -> b: * @2', 'a.ts -> c: * @2'],
    })
    expect(
      ask('imports', { kind: 'imports', target: 'a.ts' }, view).imports.map(({ module, line }) => [module, line]),
    ).toEqual([
      ['b.c', 1],
      ['b', 2],
      ['c', 2],
    ])
  })

  test('an outline is of a file, of the files of a folder, or of an entity with what is nested in it', () => {
    const names = (target: string) =>
      ask('outline', { kind: 'outline', target }).files.map(({ file, entities }) => [file, entities.length])
    expect(names('src/price.ts')).toEqual([['src/price.ts', 3]])
    expect(names('src')).toEqual([
      ['src/cart.ts', 6],
      ['src/main.ts', 0],
      ['src/price.ts', 3],
    ])
    const [part] = ask('outline', { kind: 'outline', target: 'Cart' }).files
    expect(part?.entities.map(({ name, parent }) => [name, parent])).toEqual([
      ['Cart', undefined],
      ['Cart.items', 0],
      ['Cart.constructor', 0],
      ['Cart.total', 0],
    ])
    expect(ask('unknown', { kind: 'outline', target: 'notes.rst' }, shop({ files: { 'notes.rst': 'Shop' } })).why).toBe(
      'no outline of notes.rst: it is not in a supported language',
    )
  })

  test('a file that was parsed in part is noted wherever it is named', () => {
    const broken = shop({ about: { 'src/cart.ts': { problem: 'syntax errors in lines 3-5' } } })
    expect(ask('callers', { kind: 'callers', target: 'add' }, broken).notes).toEqual([
      'src/cart.ts: syntax errors in lines 3-5',
    ])
  })

  test('the index lists every symbol with its type and place, several of one name as a list', () => {
    const { symbols } = ask('index', { kind: 'index' })
    expect(symbols['Cart.total']).toEqual({ type: 'method', location: 'src/cart.ts:5' })
    expect(symbols.price).toEqual([
      { type: 'function', location: 'src/price.ts:1' },
      { type: 'function', location: 'vendor/price.ts:1' },
    ])
    expect(Object.keys(ask('index', { kind: 'index', target: 'vendor' }).symbols)).toEqual(['price'])
  })

  test('folders stand in layers above those that they use', () => {
    const { folders, cycles } = ask(
      'arch',
      {
        kind: 'arch',
      },
      shop({
        calls: [],
        imports: [
          'src/main.ts -> vendor/price.ts price @1',
          'src/cart.ts -> src/price.ts price @1',
          'src/price.ts -> src/cart.ts Cart @1',
        ],
      }),
    )
    expect(folders.map(({ folder, layer, uses, usedBy }) => ({ folder, layer, uses, usedBy }))).toEqual([
      { folder: 'src', layer: 1, uses: ['vendor'], usedBy: [] },
      { folder: 'vendor', layer: 0, uses: [], usedBy: ['src'] },
    ])
    expect(cycles).toEqual([['src/cart.ts', 'src/price.ts']])
  })

  test('a circle that is only one of types is none', () => {
    const typed = shop({
      imports: ['src/cart.ts -> src/price.ts price @1', 'src/price.ts -> src/cart.ts Cart @1 type'],
    })
    expect(ask('arch', { kind: 'arch' }, typed).cycles).toEqual([])
  })
})

test('every answer has the state of the index and the languages, and names the files that it depends on', () => {
  const answer = ask('callers', { kind: 'callers', target: 'tax' }, shop({ indexed: 2 }))
  expect(answer).toMatchObject({ languages: ['typescript'], index: { files: 6, filesIndexed: 2, complete: false } })
  expect(filesOfAnswer(answer)).toEqual(['src/price.ts'])
  expect(filesOfQuestion({ kind: 'callers', target: 'tax' }, shop())).toEqual(['src/price.ts'])
  expect(filesOfQuestion({ kind: 'graph' }, shop())).toEqual([])
})
