import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { memoryView, type Written } from './memory-view.ts'

/** Of each that nothing is known to use: what leaves it in doubt, `sure` if nothing does. */
function doubts(written: Written): Readonly<Record<string, string>> {
  const answer = answerOf({ kind: 'dead' }, memoryView(written))
  if (answer.kind !== 'dead') throw new Error(answer.kind)
  const sure = answer.dead.map(({ name }) => [name, 'sure'])
  return Object.fromEntries([...sure, ...answer.perhaps.map(({ name, why }) => [name, why])])
}

const MAIN = 'import a\ndef main():\n  a.run()\nmain()'
const RUN = 'main.py <module> -> main.py main @4'

/** A program whose main file imports a module of these lines. */
const app = (lines: string, entities: readonly string[], more: Partial<Written> = {}, path = 'a.py') =>
  doubts({
    files: { [path]: lines, 'main.py': MAIN, ...more.files },
    entities: { [path]: [...entities], 'main.py': ['function main 2-3 exported'] },
    imports: more.imports ?? [`main.py -> ${path} * @1`],
    calls: [RUN, ...(more.calls ?? [])],
  })

const ONE = ['function tidy 1-2 exported']

test('what nothing names, in a file that others import, is surely unused', () => {
  expect(app('def tidy():\n  pass', ONE)).toEqual({ tidy: 'sure' })
})

describe('it is only perhaps unused if', () => {
  test.each([
    ['its name stands in a document', { 'README.md': 'call `tidy()` first' }],
    ['its name stands in a comment', { 'b.py': '# see tidy' }],
    ['its call was commented out', { 'b.py': '#tidy()' }],
  ])('%s', (_, files) => {
    expect(app('def tidy():\n  pass', ONE, { files })).toEqual({ tidy: 'the name stands elsewhere' })
  })

  test('its name is of a form that others look for', () => {
    expect(app('def on_close():\n  pass', ['function on_close 1-2 exported'])).toEqual({
      on_close: 'the name is like a hook',
    })
  })

  test('it is a method that does not say that it is private', () => {
    const lines = 'class Cart:\n  def total(self): pass\n  def _round(self): pass\nCart()'
    const entities = ['class Cart 1-3 exported', 'method Cart.total 2', 'method Cart._round 3']
    expect(app(lines, entities, { calls: ['a.py <module> -> a.py Cart @4'] })).toEqual({
      'Cart.total': 'the method is public',
      'Cart._round': 'sure',
    })
  })

  test('something names it that is only perhaps unused itself', () => {
    const lines =
      'class Cart:\n  def total(self): self._sum()\n  def _sum(self): self._add()\n  def _add(self): pass\nCart()'
    const entities = ['class Cart 1-4 exported', 'method Cart.total 2', 'method Cart._sum 3', 'method Cart._add 4']
    const calls = ['a.py <module> -> a.py Cart @5', 'a.py Cart.total -> a.py Cart._sum @2']
    expect(app(lines, entities, { calls: [...calls, 'a.py Cart._sum -> a.py Cart._add @3'] })).toEqual({
      'Cart.total': 'the method is public',
      'Cart._sum': 'something that may be in use names it',
      'Cart._add': 'something that may be in use names it',
    })
  })

  test('it is a class with a base that may look for its heirs; errors are no such bases', () => {
    const entities = ['class Pay 1 exported', 'class Refused 2 exported']
    expect(app('class Pay(Command): pass\nclass Refused(PayError): pass', entities)).toEqual({
      Pay: 'its base may find it',
      Refused: 'sure',
    })
  })

  test.each(['getattr(self, name)()', 'eval(text)', 'self.__dict__'])('its file goes through names: %s', (line) => {
    expect(app(`def tidy():\n  pass\n${line}`, ONE)).toEqual({ tidy: 'its file goes through names' })
  })

  test('nothing imports its file, and it is no program', () => {
    const lines = 'def tidy():\n  pass'
    expect(app(lines, ONE, { imports: [] })).toEqual({ tidy: 'nothing imports its file' })
    expect(app(`${lines}\nif __name__ == "__main__":\n  go()`, ONE, { imports: [] })).toEqual({ tidy: 'sure' })
  })

  test('it is public in a Python package that no script imports', () => {
    const files = { 'shop/__init__.py': '', 'shop/b.py': 'import a' }
    const entities = ['function tidy 1-2 exported', 'function _round 3-4']
    const lines = 'def tidy():\n  pass\ndef _round():\n  pass'
    const inside = { files, imports: ['shop/b.py -> shop/a.py * @1'] }
    expect(app(lines, entities, inside, 'shop/a.py')).toMatchObject({ tidy: 'the package may offer it' })
    const ran = { files: { 'shop/__init__.py': '' } }
    expect(app(lines, entities, ran, 'shop/a.py')).toEqual({ tidy: 'sure', _round: 'sure' })
  })

  test.each([
    ['this[name]()', 'sure'],
    ['new Function(text)', 'its file goes through names'],
  ])('a function that no object holds is reached by its name in the file: %s', (line, said) => {
    const files = {
      'package.json': '{}',
      'a.js': `import './b.js'\nfunction tidy() {}\n${line}`,
      'b.js': "import './a.js'",
    }
    expect(doubts({ files, entities: { 'a.js': ['function tidy 2'] }, imports: ['b.js -> a.js other @1'] })).toEqual({
      tidy: said,
    })
  })

  test('its file is a sample', () => {
    expect(app('def tidy():\n  pass', ONE, {}, 'examples/a.py')).toEqual({ tidy: 'its file is a sample or template' })
  })

  test('what is written at it says that it is kept', () => {
    expect(app('def tidy():\n  """Deprecated."""', ONE)).toEqual({ tidy: 'it may be kept for others' })
  })

  test('a package exports it, from whatever file', () => {
    const files = {
      'package.json': '{"name": "shop", "exports": "./index.js"}',
      'index.js': "import './pay.js'",
      'pay.js': 'export function settle() {}\nfunction round() {}',
    }
    const entities = { 'pay.js': ['function settle 1 exported', 'function round 2'] }
    expect(doubts({ files, entities, imports: ['index.js -> pay.js other @1'] })).toEqual({
      settle: 'the package may offer it',
      round: 'sure',
    })
  })
})
