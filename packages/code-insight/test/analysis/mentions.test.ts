import { describe, expect, test } from 'vitest'
import { codeLines, isComposed, namesIn, partsIn } from '../../src/analysis/mentions.ts'
import { passingLines } from '../../src/analysis/passing.ts'

const read = (text: string, language: string | undefined): readonly string[] =>
  [...codeLines(text.split('\n'), language)].flatMap((line) => [...namesIn(line.text)])

describe('what is read as code', () => {
  test('comments of scripts are left out, paths in strings and private fields are not', () => {
    expect(read('/* one\n * two */ three\n// four\nfive // six', 'javascript')).toEqual(['three', 'five'])
    expect(read("glob('src/**/*.ts')\nkept()", 'typescript')).toContain('kept')
    expect(read('#held = make()\n  * times(2)', 'javascript')).toEqual(['#held', 'make', 'times'])
  })

  test("Python's division and unpacking are no comments, its documentation is none of its code", () => {
    expect(read('half = all // parts()\n*rest,\n**more()', 'python')).toEqual(['half', 'all', 'parts', 'rest', 'more'])
    expect(read('def a():\n  """Says b.\n\n  >>> run()\n  """\n  c()', 'python')).toEqual(['def', 'a', 'run', 'c'])
    expect(read('"""About a."""\nb()', 'python')).toEqual(['b'])
    expect(read('x = {\n"""kept"""\n}', 'python')).toContain('kept')
  })

  test('configuration and templates are read whole', () => {
    expect(read('run: app.main # start', undefined)).toEqual(['run', 'app', 'main', 'start'])
  })
})

test.each([
  ["getattr(self, 'visit_' + kind)", 'visit_call', true],
  ["getattr(self, 'visit_%s' % kind)", 'visit_call', true],
  ["getattr(self, f'visit_{node.kind}')", 'visit_call', true],
  [`this[\`on\${event}\`]()`, 'onClose', true],
  [`this[\`on\${event}\`]()`, 'once', false],
  ["this['handle' + type]()", 'handleClose', true],
  ["self[name + '_handler']", 'close_handler', true],
  ["console.log('on ' + name)", 'onClose', false],
])('%s may mean %s: %s', (text, name, isMeant) => {
  expect([...partsIn(text)].some((part) => isComposed(name, part))).toBe(isMeant)
})

test.each([
  ["import { a, type b, c as d } from './m'", 'typescript', ['a', 'b']],
  ["import {\n  a,\n  b as c,\n} from './m'\nd()", 'typescript', ['a']],
  ["export { a } from './m'", 'javascript', ['a']],
  ['module.exports = { a, b: b, c: d, e() {} }', 'javascript', ['a', 'b', 'b']],
  ["const { a, b: c } = require('./m')", 'javascript', ['a']],
  ['const { a } = options', 'javascript', []],
  ['from m import a, b as c', 'python', ['a']],
  ['from m import (\n    a,\n    b as c,\n)\nd()', 'python', ['a']],
])('%s only passes on %s: %j', (text, language, passed) => {
  const lines = passingLines(codeLines(text.split('\n'), language), language)
  expect([...lines].flatMap((line) => line.passed)).toEqual(passed)
})
