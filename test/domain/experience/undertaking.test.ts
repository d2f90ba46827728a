import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isUndertaking } from '../../../src/domain/experience/asked.ts'

describe('work of several steps', () => {
  test.each([
    'Refactor the cache so that eviction is separate from storage',
    'please migrate the settings from YAML to TOML',
    'Can you implement retry with backoff for the uploader?',
    'Plan the move of sessions from memory to Redis',
    '# Plan: split the parser\n\n1. Extract the lexer\n2. Move the tests',
    'Update the totals in cart.ts and invoice.ts to round per line',
    'Rename the loader. Move its tests to test/loader. Then delete the old wrapper and update the docs page.',
  ])('is %s', (prompt) => {
    expect(isUndertaking(prompt)).toBe(true)
  })

  test.each([
    'Fix the flaky cache test',
    'what does the uploader do with partial files?',
    'yes, go on',
    '/review',
    'run the tests again',
    'why is plan.md not read?',
    'add it',
  ])('is not %s', (prompt) => {
    expect(isUndertaking(prompt)).toBe(false)
  })

  it('is decided for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => typeof isUndertaking(text) === 'boolean'))
  })
})
