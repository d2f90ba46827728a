import { expect, test } from 'vitest'
import { renamesOf } from '../../src/analysis/renames.ts'

const file = (path: string, ...lines: readonly string[]) => ({ path, text: lines.map((line) => `${line}\n`).join('') })

test('a file became the one that it shares most with, if that is half of the larger one', () => {
  const removed = [file('a', '1', '2', '3', '4'), file('b', 'x', 'y'), file('c', 'alone')]
  const added = [file('near', '1', '2', '3', '5'), file('same', '1', '2', '3', '4'), file('new', 'x', 'p', 'q', 'r')]
  expect([...renamesOf(removed, added)]).toEqual([['a', 'same']])
})

test('no file becomes two, and two do not become one', () => {
  const same = ['1', '2', '3']
  const renames = renamesOf([file('a', ...same), file('b', ...same)], [file('c', ...same)])
  expect(renames.size).toBe(1)
  expect(renamesOf([file('a', ...same)], [file('b', ...same), file('c', ...same)]).size).toBe(1)
})

test('thousands of files on both sides are not compared', () => {
  const many = Array.from({ length: 200 }, (_, n) => file(`${n}`, 'same'))
  expect(renamesOf(many, many).size).toBe(0)
})
