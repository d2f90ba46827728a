import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { basesOf } from '../../../src/analysis/answers/inheritance.ts'
import { memoryView, type Written } from './memory-view.ts'
import { shop } from './shop.ts'

/** All that nothing is known to use, for sure or not. */
function dead(view = shop(), target?: string): readonly string[] {
  const answer = answerOf({ kind: 'dead', target }, view)
  if (answer.kind !== 'dead') return [answer.kind]
  const all = [...answer.dead, ...answer.perhaps].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line,
  )
  return all.map(({ file, name }) => `${file} ${name}`)
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
    expect(answerOf({ kind: 'dead' }, memoryView({ files, entities })).notes).toEqual([
      'names that a package exports count as used (2)',
    ])
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

describe('who may call what:', () => {
  test('a member of an object goes where the object goes, and what is put on an object of others is theirs', () => {
    const files = {
      'a.js': "define('x', () => {\n  return { token() { next() } }\n})\nfunction next() {}\nLib.on = function () {}",
    }
    const entities = { 'a.js': ['method token 2', 'function next 4', 'method Lib.on 5'] }
    expect(of({ files, entities, calls: ['a.js token -> a.js next @2'] })).toEqual([])
  })

  test('a function that is a value may be called by what takes it', () => {
    const files = { 'a.js': 'lib.on(function ready() {})\nfunction rest() {}' }
    expect(of({ files, entities: { 'a.js': ['function ready 1 expression', 'function rest 2'] } })).toEqual([
      'a.js rest',
    ])
  })

  test('whoever calls a method may mean those that override it, if their class is in use', () => {
    const written = (last: string): Written => ({
      files: { 'a.ts': `class A {\n  go() {}\n}\nclass B extends A {\n  go() {}\n}\nnew A().go()\n${last}` },
      entities: { 'a.ts': ['class A 1-3', 'method A.go 2', 'class B 4-6', 'method B.go 5'] },
      calls: ['a.ts <module> -> a.ts A @7', 'a.ts <module> -> a.ts A.go @7'],
    })
    expect(of(written(''))).toEqual(['a.ts B'])
    expect(of(written('use(B)'))).toEqual([])
  })

  test('the name of a method alone does not bring its class to life', () => {
    const files = { 'a.py': 'class A:\n  def go(self): pass\nclass B:\n  def go(self): pass\nB()\nthing.go()' }
    const entities = { 'a.py': ['class A 1-2', 'method A.go 2', 'class B 3-4', 'method B.go 4'] }
    expect(of({ files, entities, calls: ['a.py <module> -> a.py B @5'] })).toEqual(['a.py A'])
  })

  test('a call of a method that is only likely leaves the others of its name in use', () => {
    const written = (sure: number): Written => ({
      files: { 'a.ts': 'class A {\n  go() {}\n}\nclass B {\n  go() {}\n}\nnew A(); new B()\nx.go()' },
      entities: { 'a.ts': ['class A 1-3', 'method A.go 2', 'class B 4-6', 'method B.go 5'] },
      calls: ['a.ts <module> -> a.ts A @7', 'a.ts <module> -> a.ts B @7', `a.ts <module> -> a.ts A.go @8 ${sure}`],
    })
    expect(of(written(1))).toEqual(['a.ts B.go'])
    expect(of(written(0.5))).toEqual([])
  })

  test('a base is outside of the project unless the file has it from there', () => {
    const written = (imports: string): Written => ({
      files: { 'a.ts': 'class Base {}\nnew Base()', 'b.ts': 'class B extends Base {\n  visit() {}\n}\nnew B()' },
      entities: { 'a.ts': ['class Base 1 exported'], 'b.ts': ['class B 1-3', 'method B.visit 2'] },
      calls: ['b.ts <module> -> b.ts B @4'],
      imports: [imports],
    })
    expect(of(written('b.ts -> package: Base @1'))).toEqual([])
    expect(of(written('b.ts -> a.ts Base @1'))).toEqual(['b.ts B.visit'])
  })

  test('an import or a list of exports is no use', () => {
    const files = {
      'a.ts': 'function one() {}\nfunction two() {}\nexport { one, two }',
      'b.ts': "import { one, two } from './a'\ntwo()",
    }
    const entities = { 'a.ts': ['function one 1 exported', 'function two 2 exported'] }
    const uses = ['a.ts <module> -> a.ts one @3', 'a.ts <module> -> a.ts two @3']
    expect(of({ files, entities, uses, imports: ['b.ts -> a.ts one,two @1'] })).toEqual(['a.ts one'])
  })

  test('names that are composed when the program runs, and files that are loaded so', () => {
    const files = {
      'a.py': 'def visit_call(): pass\ndef visited(): pass',
      'b.py': "import a\ngetattr(a, 'visit_' + kind)",
      'plugins/c.py': 'def setup(): pass\ndef _own(): pass',
    }
    const entities = {
      'a.py': ['function visit_call 1 exported', 'function visited 2 exported'],
      'plugins/c.py': ['function setup 1 exported', 'function _own 2'],
    }
    const imports = ['b.py -> a.py * @1']
    expect(of({ files, entities, imports })).toEqual(['a.py visited', 'plugins/c.py setup', 'plugins/c.py _own'])
    const loading = { ...files, 'b.py': `${files['b.py']}\n__import__('plugins.' + name)` }
    expect(of({ files: loading, entities, imports })).toEqual(['a.py visited', 'plugins/c.py _own'])
  })

  test.each([
    ['{n: f for n, f in formats.__dict__.items()}', []],
    ['inspect.getmembers(formats)', []],
    ['getattr(formats, name)', []],
    ['formats.known()', ['formats.py check']],
  ])('what goes through the names of a module may mean any of them: %s', (text, found) => {
    const files = { 'formats.py': 'def check(): pass', 'a.py': `import formats\n${text}` }
    const entities = { 'formats.py': ['function check 1 exported'] }
    expect(of({ files, entities, imports: ['a.py -> formats.py * @1'] })).toEqual(found)
  })

  test('a script that is no module defines names for all, pages included', () => {
    const written = (text: string): Written => ({
      files: { 'a.js': `function handle() {}${text}`, 'page.html': '<a onclick="handle()">' },
      entities: { 'a.js': ['function handle 1', ...(text === '' ? [] : ['function main 2 exported'])] },
    })
    expect(of(written(''))).toEqual([])
    expect(of(written('\nexport function main() {}'))).toContain('a.js handle')
  })

  test('a module that states what it offers belongs to a library; private names are not offered', () => {
    const files = {
      'shop/__init__.py': '',
      'shop/cart.py': "__all__ = ['Cart']\nclass Cart:\n  def total(self): pass\n  def _round(self): pass",
      'shop/price.py': 'def net():\n  def inner(): pass\ndef __getattr__(name): pass',
    }
    const entities = {
      'shop/cart.py': ['variable __all__ 1', 'class Cart 2-4 exported', 'method Cart.total 3', 'method Cart._round 4'],
      'shop/price.py': ['function net 1-2 exported', 'function net.inner 2', 'function __getattr__ 3'],
    }
    expect(of({ files, entities })).toEqual(['shop/cart.py Cart._round', 'shop/price.py net.inner'])
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
