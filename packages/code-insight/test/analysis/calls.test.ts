import { expect, test } from 'vitest'
import { callsOf } from '../../src/analysis/calls.ts'
import { memorySources } from './memory-sources.ts'

test('a call that leads nowhere says why; one that leads out of the project is none', async () => {
  const text = [
    'export function run(given, call) {',
    '  given.start()',
    '  call()',
    '  given[call]()',
    '  new Known().missing()',
    '  console.log(Math.max(1))',
    '}',
    'class Known {}',
  ].join('\n')
  const { unresolved = [] } = callsOf(['a.js'], await memorySources({ 'a.js': text })).get('a.js') ?? {}
  expect(unresolved.map(({ line, text, why }) => [line, text, why])).toEqual([
    [2, 'given.start', 'unknown receiver'],
    [3, 'call', 'unknown value'],
    [4, 'given[call]', 'dynamic'],
    [5, 'new Known().missing', 'unknown member'],
  ])
})

test('mixins that may stand above each other in any order are each looked at once', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Mixin${at}`)
  const text = [
    ...names.map((name) => `const ${name} = (base) => class ${name}Of extends base { ${name.toLowerCase()}() {} }`),
    `const Base = [${names.join(', ')}].reduce((above, mixin) => mixin(above), class { last() {} })`,
    'class Whole extends Base {',
    '  run() { this.mixin3(); this.last() }',
    '}',
  ].join('\n')
  const { edges = [] } = callsOf(['a.js'], await memorySources({ 'a.js': text })).get('a.js') ?? {}
  const called = edges.filter(({ from }) => from.name === 'Whole.run').map(({ to }) => to.name)
  expect(called).toContain('Mixin3.Mixin3Of.mixin3')
})

test('what another file stores in a field is found, though the field was known before', async () => {
  const files = {
    'a.py': 'from b import Box\nbox = Box(print)\nbox.handler()\n',
    'b.py': [
      'from dataclasses import dataclass',
      'def stored(): pass',
      '@dataclass',
      'class Box:',
      '    handler: object',
      '    def reset(self):',
      '        self.handler = stored',
    ].join('\n'),
  }
  const { edges = [] } = callsOf(['a.py'], await memorySources(files)).get('a.py') ?? {}
  expect(edges.map(({ to }) => to.name)).toContain('stored')
})

test('of many overriding methods each is listed; of too many, that the call may lead to others', async () => {
  const calls = async (classes: number, overriding: number) => {
    const below = Array.from({ length: classes }, (_, at) => [
      `class Rule${at}(Rule):`,
      at < overriding ? '    def check(self, text): pass' : '    pass',
    ])
    const text = [
      ...['class Rule:', '    def check(self, text): pass', ...below.flat()],
      ...['def lint(rule: Rule, text):', '    rule.check(text)'],
    ].join('\n')
    return callsOf(['a.py'], await memorySources({ 'a.py': text })).get('a.py')
  }
  const listed = await calls(20, 20)
  expect(listed?.edges).toHaveLength(21)
  expect(listed?.edges.find(({ to }) => to.name === 'Rule19.check')?.confidence).toBe(0.13)
  expect(listed?.unresolved).toEqual([])
  const many = await calls(70, 70)
  expect(many?.edges.map(({ to }) => to.name)).toEqual(['Rule.check'])
  expect(many?.unresolved.map(({ text, why }) => [text, why])).toEqual([['rule.check', 'many targets']])
  const someBelow = await calls(120, 5)
  expect(someBelow?.edges).toHaveLength(6)
  expect(someBelow?.unresolved.map(({ why }) => why)).toEqual(['many targets'])
  expect((await calls(120, 0))?.unresolved).toEqual([])
})

test("a composed name means all of the receiver's methods of that form", async () => {
  const visits = Array.from({ length: 16 }, (_, at) => `    def visit_${at}(self, node): pass`)
  const text = [
    ...['class Visitor:', '    def visit(self, node):', "        getattr(self, f'visit_{node.kind}')(node)"],
    ...visits,
  ].join('\n')
  const { edges = [] } = callsOf(['a.py'], await memorySources({ 'a.py': text })).get('a.py') ?? {}
  expect(edges).toHaveLength(16)
})

test('an object that passes itself on is among the receivers, though another one is known to be', async () => {
  const python = `
class Listener:
    def lost(self): raise NotImplementedError
class Quiet(Listener):
    def lost(self): pass
class Loud(Listener):
    def connected(self): self.pipe = Pipe(self)
    def lost(self): pass
    def drop(self): self.lost()
class Pipe:
    def __init__(self, protocol): self.protocol = protocol
    def close(self): self.protocol.lost()
Pipe(Quiet())
`
  const javascript = `
class Listener { lost() { throw new Error() } }
class Quiet extends Listener { lost() {} }
class Loud extends Listener {
  connected() { this.pipe = new Pipe(this) }
  lost() {}
  drop() { this.lost() }
}
class Pipe {
  constructor(protocol) { this.protocol = protocol }
  close() { this.protocol.lost() }
}
new Pipe(new Quiet())
`
  for (const [path, text] of Object.entries({ 'a.py': python, 'a.js': javascript })) {
    const { edges = [] } = callsOf([path], await memorySources({ [path]: text })).get(path) ?? {}
    const called = edges.filter(({ to }) => to.name.endsWith('.lost'))
    const found = called.map(({ from, to, confidence }) => [from.name, to.name, confidence])
    expect(found.sort()).toEqual([
      ['Loud.drop', 'Loud.lost', 0.9],
      ['Pipe.close', 'Loud.lost', 0.64],
      ['Pipe.close', 'Quiet.lost', 0.71],
    ])
  }
})
