import { expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { withNotYetResolved } from '../../../src/analysis/answers/not-yet.ts'
import type { CodeQuestion } from '../../../src/analysis/questions.ts'
import { memoryView } from './memory-view.ts'

/** Lines that call `total`, and lines that do not. */
const CALLS = [
  'total()',
  'x = new total(1)',
  'a?.total?.()',
  'total<number>(1)',
  'total`a`',
  '@total',
  'return <total />',
]
const OTHERS = ['// total()', 'totals()', 'subtotal()', '{ total }', "import { total } from './cart'", '$total()']

const view = (due: readonly string[]) =>
  memoryView({
    files: {
      'cart.ts': 'export function total() {}\n',
      'main.ts': `function run() {\n${[...CALLS, ...OTHERS].join('\n')}\n}\nfunction total() {}\n`,
      'other.ts': 'total()\n',
    },
    entities: {
      'cart.ts': ['function total 1 exported'],
      'main.ts': [
        `function run 1-${CALLS.length + OTHERS.length + 2}`,
        `function total ${CALLS.length + OTHERS.length + 3}`,
      ],
    },
    calls: ['main.ts run -> cart.ts total @2'],
    due,
  })

const answered = (question: CodeQuestion, due: readonly string[]) => {
  const seen = view(due)
  return withNotYetResolved(answerOf(question, seen), seen).unresolved
}

test('lines that seem to call what was asked about are listed for files that are not resolved yet, once each', () => {
  for (const question of [
    { kind: 'callers', target: 'cart.ts:total' },
    { kind: 'impact', target: 'cart.ts:total', depth: 2 },
  ] as const) {
    const found = answered(question, ['main.ts'])
    expect(found.map(({ line }) => line)).toEqual(CALLS.slice(1).map((_, at) => at + 3))
    expect(found[0]).toEqual({ file: 'main.ts', name: 'run', line: 3, text: 'total', why: 'not resolved yet' })
    expect(answered(question, [])).toEqual([])
  }
})

test('a line that is mentioned already is not listed once more', () => {
  const seen = view(['main.ts'])
  const answer = answerOf({ kind: 'callers', target: 'cart.ts:total' }, seen)
  const mentions = [{ file: 'main.ts', line: 3, name: 'total', in: 'text', declares: false }] as const
  const lines = withNotYetResolved({ ...answer, mentions }, seen).unresolved.map(({ line }) => line)
  expect(lines).toEqual(CALLS.slice(2).map((_, at) => at + 4))
})

test('answers that rest on calls name the files that are not resolved yet', () => {
  const notes = (kind: 'callers' | 'outline') =>
    answerOf({ kind, target: 'cart.ts' }, view(['main.ts', 'other.ts'])).notes
  expect(notes('callers')).toEqual(['calls of 2 files are not resolved yet: main.ts, other.ts'])
  expect(notes('outline')).toEqual([])
})
