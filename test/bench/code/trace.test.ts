import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa, execaSync } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instrument } from '../../../bench/code/trace/instrument.ts'
import type { Entity } from '../../../bench/code/trace/naming.ts'
import { RECORDER, Recorder } from '../../../bench/code/trace/runtime.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-trace-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Edge {
  readonly kind: string
  readonly from: Entity
  readonly to: Entity
  readonly line: number | null
  readonly how: string
}

function edges(out: string): string[] {
  const lines = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Edge)
  const shown = lines.flatMap(({ kind, from, to, line, how }) =>
    kind === 'edge' ? [`${from.name} -> ${to.name} ${line === null ? how : `@${line}`}`] : [],
  )
  return shown.sort()
}

/** Runs a program of JavaScript as the tracer rewrites it; what it returns, and who called whom. */
async function ran(text: string): Promise<{ readonly value: unknown; readonly edges: string[] }> {
  const out = join(folder, 'trace.jsonl')
  const run = new Function(RECORDER, `${instrument(text, 'main.js')}\nreturn main()`)
  const value = await run(new Recorder(out))
  return { value, edges: edges(out) }
}

test('each call is told with its caller and line, and a function without a name calls for the one around it', async () => {
  const program = `const double = (n) => n * 2
function each(xs) {
  return xs
    .map((x) => double(x))
    .map(double)
}
class Box {
  size = measure('')
  constructor(xs = each([1])) { this.xs = xs }
  get first() { return this.xs[0] }
}
function measure(text) { return text.length }
function main() {
  const box = new Box
  return box.first + each([3]).length + arguments.length
}`
  expect(await ran(program)).toEqual({
    value: 5,
    edges: [
      '<module> -> measure @8',
      'Box.constructor -> each @9',
      'each -> double @4',
      'each -> double @5',
      'main -> Box.constructor @14',
      'main -> Box.first implicit',
      'main -> each @15',
    ],
  })
})

test('whoever runs while a function waits has not called what it calls afterwards', async () => {
  const program = `const later = async () => {
  await null
  return after()
}
const after = () => 'after'
function* values() { yield after() }
function other() {
  return [...values()].length
}
async function main() {
  const waiting = later()
  other()
  return waiting
}`
  expect(await ran(program)).toEqual({
    value: 'after',
    edges: [
      'later -> after @3',
      'main -> later @11',
      'main -> other @12',
      'other -> values resumed',
      'values -> after @6',
    ],
  })
})

const hasPython = execaSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)'], { reject: false })

test.skipIf(hasPython.failed)(
  'calls of Python are told with the line of the called name, decorated or not',
  async () => {
    writeFileSync(
      join(folder, 'box.py'),
      `import contextlib

def logged(f):
    def wrapper(*args):
        return f(*args)
    return wrapper

class Box:
    @logged
    def put(self, x):
        self.kept = [double(y) for y in x]
        return self

    def __len__(self):
        return len(self.kept)

double = lambda n: n * 2

def fill():
    box = (Box()
           .put([1])
           .put([2]))
    with contextlib.suppress(ValueError): len(box)
`,
    )
    mkdirSync(join(folder, 'tests'))
    writeFileSync(
      join(folder, 'tests/test_box.py'),
      'import unittest\nimport box\nclass T(unittest.TestCase):\n    def test(self):\n        box.fill()\n',
    )
    const out = join(folder, 'trace.jsonl')
    await execa('python3', [resolve('bench/code/trace/tracer.py'), folder, out, 'tests.test_box'])
    expect(edges(out)).toEqual([
      '<module> -> logged @9',
      'Box.put -> double @11',
      'T.test -> fill @5',
      'fill -> Box.__len__ @23',
      'fill -> logged.wrapper @21',
      'fill -> logged.wrapper @22',
      'logged.wrapper -> Box.put @5',
    ])
  },
)
