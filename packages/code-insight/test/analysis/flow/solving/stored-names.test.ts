import { expect, test } from 'vitest'
import { StoredNames } from '../../../../src/analysis/flow/solving/stored-names.ts'

test('who asks for the names of a value is told each once, whether it was stored before or is stored later', () => {
  const names = new StoredNames()
  const told: string[] = []
  names.add(1, 'before')
  names.each(1, (name) => told.push(name))
  for (const name of ['before', 'later', 'later']) names.add(1, name)
  names.add(2, 'elsewhere')
  expect(told).toEqual(['before', 'later'])
  expect([names.has(1, 'later'), names.has(2, 'later')]).toEqual([true, false])
})

test('a name that is stored while names are told is told as well', () => {
  const names = new StoredNames()
  const told: string[] = []
  names.add(1, 'first')
  names.each(1, (name) => {
    told.push(name)
    names.add(1, 'second')
  })
  expect(told).toEqual(['first', 'second'])
})
