import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { memoryView } from './memory-view.ts'

describe('a name is understood', () => {
  const names = ['Box', 'Box.#open', 'Box.go', 'Box.Lid', 'Box.Lid.#shut', 'load']
  const view = memoryView({
    files: { 'src/box.ts': 'a\nb\nc\nd\ne\nf' },
    entities: { 'src/box.ts': names.map((name, at) => `method ${name} ${at + 1}`) },
  })
  const lineOf = (target: string) => {
    const answer = answerOf({ kind: 'callers', target }, view)
    return answer.kind === 'callers' ? answer.subjects.map(({ line }) => line) : answer.kind
  }

  test.each(names.map((name, at) => [name, at + 1] as const))('in every form of %s', (name, line) => {
    const forms = [
      name,
      name.replaceAll('.', '::'),
      name.replaceAll('.#', '.'),
      name.replaceAll('.#', '#'),
      `${name}()`,
    ]
    const own = name.slice(name.lastIndexOf('.') + 1)
    for (const form of [...forms, own, own.replace('#', ''), ...forms.slice(0, 4).map((each) => `src/box.ts:${each}`)])
      expect([form, lineOf(form)]).toEqual([form, [line]])
  })

  test('if an answer has proposed it', () => {
    for (const target of ['Box.#opne', 'Box.opne', '#opem', 'Box.Lid.shutt', 'laod']) {
      const answer = answerOf({ kind: 'callers', target }, view)
      const near = answer.kind === 'unknown' ? answer.near : undefined
      expect([target, near && lineOf(near)]).toEqual([target, [expect.any(Number)]])
    }
  })
})
