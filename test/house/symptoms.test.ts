import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { symptom } from '../../src/domain/symptom.ts'
import { PROJECT, sourcesOf } from './tree.ts'

test('a symptom is told with every cause that something speaks for, and alone if nothing does', () => {
  expect(symptom('it exited', [])).toBe('it exited')
  expect(symptom('it exited', [undefined])).toBe('it exited')
  expect(symptom('it exited', ['the disk is full', undefined])).toBe('it exited; possible cause: the disk is full')
  expect(symptom('it exited', ['a', 'b'])).toBe('it exited; possible causes: a; b')
})

test('no other file puts a guessed cause into words', () => {
  const guesses = sourcesOf(PROJECT).filter((path) =>
    /['"`][^'"`\n]*\b(?:possible cause|perhaps in|probably because|maybe because)\b/.test(
      readFileSync(join(PROJECT, path), 'utf8'),
    ),
  )
  expect(guesses).toEqual(['src/domain/symptom.ts'])
})
