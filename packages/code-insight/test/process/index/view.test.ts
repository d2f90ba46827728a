import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { digest } from '@hindcast/redaction/digest.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileCalls } from '../../../src/analysis/facts.ts'
import type { Entity, ImportFact } from '../../../src/analysis/outline.ts'
import { searchWords } from '../../../src/analysis/search-words.ts'
import { type IndexFile, openIndex } from '../../../src/process/index/index-file.ts'
import { IndexedFiles } from '../../../src/process/index/indexed-files.ts'
import { DUE } from '../../../src/process/index/schema.ts'
import { IndexView } from '../../../src/process/index/view.ts'
import { dependentsOf, removeFile, storeAnalysis, storeCalls } from '../../../src/process/index/writes.ts'
import { gate, open } from '../gates.ts'

let dir: string
let index: IndexFile
let files: IndexedFiles
beforeEach(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-view-')))
  index = await openIndex(join(dir, 'code'), dir, gate, open)
  files = new IndexedFiles(index)
  for (const path of PATHS) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), 'one\ntwo\nthree\n')
  }
  files.set(await gate.record(PATHS), () => true)
  await store('app/cart.py', CART)
  await store('app/main.py', MAIN, [IMPORT])
  await calls('app/main.py', 'run', 2, 5)
})
afterEach(() => {
  index.close()
  rmSync(dir, { recursive: true, force: true })
})

const PATHS = ['app/cart.py', 'app/main.py', 'docs/readme.txt', 'test_app.py', 'vendor/lib.py']
const entity = (name: string, line: number, more: Partial<Entity> = {}): Entity => ({
  ...{ name, kind: 'function', line, startLine: line, endLine: line + 1, signature: `def ${name}()` },
  ...{ exported: true, marks: [] },
  ...more,
})
const CART = [
  entity('Cart', 1, { kind: 'class', endLine: 9, doc: 'Holds what somebody buys.' }),
  entity('Cart.total', 4, { kind: 'method', parent: 0, marks: ['async', 'property'] }),
]
const MAIN = [entity('run', 2)]
const IMPORT: ImportFact = { module: 'app.cart', line: 1, names: ['Cart'], isExport: false, isType: false }
const fileAt = (path: string) => files.get(path) ?? expect.fail(path)

async function store(
  path: string,
  entities: readonly Entity[],
  imports: readonly ImportFact[] = [],
  errors: { from: number; to: number }[] = [],
) {
  const key = digest([path, JSON.stringify(entities)])
  const outline = { language: 'python', lines: 3, entities, imports, errors, isGenerated: false }
  const words = entities.map(({ name, doc = '' }) => ({
    name: searchWords(name).join(' '),
    doc: searchWords(doc).join(' '),
    body: name === 'run' ? 'cart discount' : '',
  }))
  const flows = { names: { calls: ['total'], defines: [], extends: [] } } as never
  storeAnalysis(
    index,
    {
      ...{
        known: fileAt(path),
        source: { size: 14, mtime: 1, hash: 'h' },
        key,
        isNew: true,
        problem: undefined,
        text: undefined,
      },
      ...(await gate.record({ words, facts: { outline, flows } })),
    },
    () => [{ kind: 'file', at: cleanLiteral`app/cart.py` }],
  )
}

async function calls(path: string, name: string, start: number, line: number): Promise<void> {
  const from = { file: path, name, line: start }
  const to = { file: 'app/cart.py', name: 'Cart.total', line: 4 }
  storeCalls(
    index,
    fileAt(path),
    await gate.record<FileCalls>({
      edges: [{ from, to, line, confidence: 0.5 }],
      references: [{ from, to: { file: 'app/cart.py', name: 'Cart', line: 1 }, line: line + 1 }],
      unresolved: [{ file: path, name, line: line + 2, text: 'self.thing?.pay', why: 'unknown receiver' }],
    }),
    (each) => files.get(each)?.id,
    DUE.nothing,
  )
}

const view = () => {
  const state = () => ({ files: 4, filesIndexed: 2, complete: false, pending: 0 })
  return new IndexView({ root: dir, folder: '', index, known: files, state })
}

test('files, folders and entities are found by path, by the end of a path and by name', () => {
  const seen = view()
  expect(seen.languages()).toEqual(['python'])
  expect(seen.file('app/cart.py')).toMatchObject({ language: 'python', isTest: false, isVendored: false })
  expect(seen.file('test_app.py')).toMatchObject({ isTest: true })
  expect(seen.file('vendor/lib.py')).toMatchObject({ isVendored: true })
  expect(seen.file('docs/readme.txt')).not.toHaveProperty('language')
  expect(seen.file('nope.py')).toBeUndefined()
  expect([seen.hasFolder(''), seen.hasFolder('app'), seen.hasFolder('ap')]).toEqual([true, true, false])
  expect(seen.pathsEnding('cart.py')).toEqual(['app/cart.py'])
  expect(seen.outline('app/cart.py')?.entities).toEqual(CART)
  expect(seen.named('total')).toEqual([{ file: 'app/cart.py', entity: CART[1] }])
  expect(seen.named('Total')).toEqual([])
  expect(seen.namesLike('totl')).toContain('total')
  expect(seen.source('docs/readme.txt', 2, 3)).toEqual(['two', 'three'])
  expect(seen.source('../secret', 1, 9)).toEqual([])
  expect([...seen.entities('app')].map((each) => each.entity.name)).toEqual(['Cart', 'Cart.total', 'run'])
  expect([...seen.files('app')].map(({ path }) => path)).toEqual(['app/cart.py', 'app/main.py'])
})

test('calls, uses and imports are found from both ends', () => {
  const seen = view()
  const call = {
    from: { file: 'app/main.py', name: 'run', line: 2 },
    to: { file: 'app/cart.py', name: 'Cart.total', line: 4 },
  }
  expect(seen.callsTo('app/cart.py', 'Cart.total')).toEqual([{ ...call, line: 5, confidence: 0.5 }])
  expect(seen.callsFrom('app/main.py', 'run')).toEqual([{ ...call, line: 5, confidence: 0.5 }])
  expect(seen.callsFrom('app/main.py', 'other')).toEqual([])
  expect(seen.referencesTo('app/cart.py', 'Cart')).toHaveLength(1)
  expect(seen.unresolvedNamed('pay')).toEqual([
    { file: 'app/main.py', name: 'run', line: 7, text: 'self.thing?.pay', why: 'unknown receiver' },
  ])
  expect(seen.unresolvedIn('app/main.py', 'run')).toHaveLength(1)
  expect(seen.imports('app/main.py')).toEqual([{ fact: IMPORT, targets: [{ kind: 'file', path: 'app/cart.py' }] }])
  expect(seen.importersOf('app/cart.py')).toEqual([{ from: 'app/main.py', to: 'app/cart.py', fact: IMPORT }])
  expect(seen.importersOfModule('app.cart')).toEqual([{ from: 'app/main.py', fact: IMPORT }])
  expect([...seen.edges('app')]).toHaveLength(1)
  expect([...seen.importEdges()]).toHaveLength(1)
})

test('a search finds words of names, documentation and bodies, and says which the latter two have', () => {
  const found = view().searched(searchWords('cart buys discount'), 10)
  const counts = found.map(({ entity: { name }, doc, body }) => [name, doc, body])
  expect(counts).toEqual(
    expect.arrayContaining([
      ['Cart', ['buys'], []],
      ['run', [], ['cart', 'discount']],
    ]),
  )
  expect(view().searched(['"', 'OR'], 10)).toEqual([])
})

test('an entity that moves takes its callers along, and one that goes leaves none', async () => {
  await store('app/cart.py', [entity('Other', 1), { ...(CART[1] as Entity), line: 8 }])
  expect(view().callsTo('app/cart.py', 'Cart.total')).toMatchObject([{ to: { line: 8 } }])
  expect(view().referencesTo('app/cart.py', 'Cart')).toEqual([])
  await store('app/cart.py', [])
  expect(view().callsTo('app/cart.py', 'Cart.total')).toEqual([])
  expect(
    view()
      .searched(searchWords('cart'), 10)
      .map(({ file }) => file),
  ).toEqual(['app/main.py'])
})

test('two entities of one name each keep their own callers when both move', async () => {
  await store('app/cart.py', [entity('Cart.total', 4), entity('Cart.total', 7)])
  expect(view().callsTo('app/cart.py', 'Cart.total')).toMatchObject([{ to: { line: 4 } }])
  await store('app/cart.py', [entity('Cart.total', 7), entity('Cart.total', 10)])
  expect(view().callsTo('app/cart.py', 'Cart.total')).toMatchObject([{ to: { line: 7 } }])
})

test('what depends on a file is what calls, uses or imports it, and what it calls', () => {
  const cart = fileAt('app/cart.py')
  const main = fileAt('app/main.py')
  expect(dependentsOf(index, cart)).toEqual([main.id])
  expect(dependentsOf(index, main)).toEqual([cart.id])
})

test('nothing is left of a file that is removed', () => {
  removeFile(index, fileAt('app/cart.py').id)
  files.remove(fileAt('app/cart.py'))
  expect(view().named('total')).toEqual([])
  expect([...view().edges()]).toEqual([])
  expect(view().searched(searchWords('buys'), 10)).toEqual([])
})

test('all is there when the index is opened again', async () => {
  index.close()
  index = await openIndex(join(dir, 'code'), dir, gate, open)
  files = new IndexedFiles(index)
  expect(view().callsTo('app/cart.py', 'Cart.total')).toHaveLength(1)
  expect(files.count()).toEqual({ files: 4, read: 2, resolved: 1, done: 1 })
})
