import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../../src/domain/code/answer.ts'
import { basesOf } from '../../../../src/domain/code/answers/inheritance.ts'
import { memoryView, type Written } from './memory-view.ts'
import { shop } from './shop.ts'

function dead(view = shop(), target?: string): readonly string[] {
  const answer = answerOf({ kind: 'dead', target }, view)
  return answer.kind === 'dead' ? answer.dead.map(({ file, name }) => `${file} ${name}`) : [answer.kind]
}
const of = (written: Written, target?: string) => dead(memoryView(written), target)

test('what nothing in use leads to is dead; documents only talk about it, and copies are not judged', () => {
  expect(dead()).toEqual(['src/price.ts oldPrice'])
  expect(dead(shop(), 'src/cart.ts')).toEqual([])
})

test('nothing is called dead before all files are indexed', () => {
  const answer = answerOf({ kind: 'dead' }, shop({ indexed: 2 }))
  expect(answer).toMatchObject({ dead: [], notes: ['what is dead is known only once all files are indexed'] })
})

test('what only dead code calls is dead, too; what is nested in dead code goes without saying', () => {
  const files = {
    'a.ts': 'class A {\n run() {\n  return help()\n }\n}\nfunction help() {\n}\nfunction live() {}\nlive()',
  }
  const entities = { 'a.ts': ['class A 1-5', 'method A.run 2-4', 'function help 6-7', 'function live 8'] }
  const calls = ['a.ts A.run -> a.ts help @3', 'a.ts <module> -> a.ts live @9']
  expect(of({ files, entities, calls })).toEqual(['a.ts A', 'a.ts help'])
})

describe('in doubt, it is in use:', () => {
  const one = (text: string, more: Partial<Written> = {}, marks = '') =>
    of({
      files: { 'a.ts': `function handle() {\n}\n${text}` },
      entities: { 'a.ts': [`function handle 1-2 ${marks}`.trim()] },
      ...more,
    })

  test('nothing speaks for it', () => {
    expect(one('')).toEqual(['a.ts handle'])
    expect(one('// handle is the old way')).toEqual(['a.ts handle'])
  })

  test('its name stands in code that nothing explains, even in a string', () => {
    expect(one('register(handle)')).toEqual([])
    expect(one("window['handle']()")).toEqual([])
  })

  test('its name stands in a template or in configuration', () => {
    const files = { 'a.ts': 'export function handle() {\n}', 'page.html': '<a onclick="handle()">' }
    expect(of({ files, entities: { 'a.ts': ['function handle 1-2 exported'] } })).toEqual([])
  })

  test('a decorator hands it to somebody; one that only changes how it runs does not', () => {
    expect(one('', {}, 'app.route')).toEqual([])
    expect(one('', {}, 'functools.lru_cache')).toEqual(['a.ts handle'])
  })

  test('a call of its name leads nowhere known', () => {
    const written: Written = {
      files: { 'a.ts': 'class A {\n  go() {}\n}\nnew A()', 'b.ts': 'thing.go()' },
      entities: { 'a.ts': ['class A 1-3', 'method A.go 2'] },
      calls: ['a.ts <module> -> a.ts A @4'],
    }
    expect(of(written)).toEqual([])
    expect(of({ ...written, files: { ...written.files, 'b.ts': '' } })).toEqual(['a.ts A.go'])
  })

  test('a method may override one of a base outside of the project', () => {
    const written = (base: string): Written => ({
      files: { 'a.ts': `class A extends ${base} {\n  visit() {}\n}\nclass B {}\nnew A()` },
      entities: { 'a.ts': ['class A 1-3', 'method A.visit 2', 'class B 4'] },
      calls: ['a.ts <module> -> a.ts A @5'],
      uses: ['a.ts A -> a.ts B @1'],
    })
    expect(of(written('Visitor'))).toEqual([])
    expect(of(written('B'))).toEqual(['a.ts A.visit'])
  })

  test("a package's entry file exports it, itself or from another file", () => {
    const written = (manifest: object): Written => ({
      files: {
        'package.json': JSON.stringify({ name: 'shop', ...manifest }),
        'src/index.ts': "export { pay } from './pay.ts'",
        'src/pay.ts': 'export function pay() {\n}\nexport function refund() {\n}',
      },
      entities: { 'src/pay.ts': ['function pay 1-2 exported', 'function refund 3-4 exported'] },
      imports: ['src/index.ts -> src/pay.ts pay @1 export'],
    })
    expect(of(written({ main: 'dist/index.js' }))).toEqual(['src/pay.ts refund'])
    expect(of(written({ exports: { '.': { import: './dist/esm/index.js' } } }))).toEqual(['src/pay.ts refund'])
    expect(of(written({ exports: { './*': './dist/*.js' } }))).toEqual([])
    expect(of(written({ main: 'nowhere/lost.js' }))).toEqual([])
  })

  test('a Python package offers its public modules, and its scripts name functions', () => {
    const files = {
      'pyproject.toml': '[project]\nname = "shop"\n[project.scripts]\nshop = "shop._cli:run"',
      'shop/cart.py': 'def total():\n  pass\ndef _round():\n  pass',
      'shop/_cli.py': 'def run():\n  pass\ndef rest():\n  pass',
    }
    const entities = {
      'shop/cart.py': ['function total 1-2 exported', 'function _round 3-4'],
      'shop/_cli.py': ['function run 1-2 exported', 'function rest 3-4 exported'],
    }
    expect([...of({ files, entities })].sort()).toEqual(['shop/_cli.py rest', 'shop/cart.py _round'])
  })

  test('a private method is called by something that is not understood', () => {
    const files = { 'a.ts': 'class A {\n  #go() {}\n  run() { other?.#go() }\n}\nnew A().run()' }
    const entities = { 'a.ts': ['class A 1-4', 'method A.#go 2', 'method A.run 3'] }
    const calls = ['a.ts <module> -> a.ts A.run @5', 'a.ts <module> -> a.ts A @5']
    expect(of({ files, entities, calls })).toEqual([])
    expect(of({ files: { 'a.ts': files['a.ts'].replace('#go() }', '}') }, entities, calls })).toEqual(['a.ts A.#go'])
  })

  test('a framework looks for it by its name', () => {
    const files = { 'pages/home.ts': 'export default function Home() {\n}' }
    expect(of({ files, entities: { 'pages/home.ts': ['function Home 1-2 exported'] } })).toEqual([])
  })
})

test.each([
  ['class A(B, metaclass=M)', 'A', ['B']],
  ['class A(pkg.B, Generic[T])', 'A', ['pkg.B', 'Generic']],
  ['class A[T](B)', 'A', ['B']],
  ['class A', 'A', []],
  ['class A extends B<C<D>> implements E, F.G', 'A', ['B', 'E', 'F.G']],
  ['abstract class A<T extends B> extends mixin(C)', 'A', ['mixin']],
])('%s has the bases %j', (signature, name, bases) => {
  expect(basesOf(signature, name)).toEqual(bases)
})
