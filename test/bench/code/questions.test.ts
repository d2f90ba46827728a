import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROGRAMS } from '../../../bench/code/programs.ts'
import type { Question } from '../../../bench/code/questions/question.ts'

const questions = JSON.parse(readFileSync('bench/code/questions/by-hand.json', 'utf8')) as Question[]

test('every question that was answered by hand is about a program of the bench, and no two are the same', () => {
  const names = new Set(PROGRAMS.map(({ name }) => name))
  expect(questions.filter((question) => !names.has(question.package))).toEqual([])
  const subjects = questions.map(({ answer, ...rest }) => JSON.stringify(rest))
  expect(new Set(subjects).size).toBe(questions.length)
})

test('their answers are short, in order and without repetition', () => {
  const faulty = questions.filter(
    ({ answer }) => answer.length > 15 || JSON.stringify([...new Set(answer)].sort()) !== JSON.stringify(answer),
  )
  expect(faulty).toEqual([])
})

test('a definition is asked of a place, callers and impact of a function, and imports of a file', () => {
  const form = ({ subject }: Question) => `${subject.name === undefined ? '' : 'name'} ${subject.line ? 'line' : ''}`
  const forms = { definition: 'name line', callers: 'name ', imports: ' ', impact: 'name ' }
  expect(questions.filter((question) => form(question) !== forms[question.kind])).toEqual([])
})
