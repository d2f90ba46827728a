import { expect, test } from 'vitest'
import { formsOf } from '../../../src/domain/retrieval/forms.ts'

test('an irregular word has all of its forms, itself first; another has itself', () => {
  expect(formsOf('wrote')).toEqual(['wrote', 'write', 'written'])
  expect(formsOf('indices')).toEqual(['indices', 'index'])
  expect(formsOf('parser')).toEqual(['parser'])
})
