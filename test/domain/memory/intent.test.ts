import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { agrees, commandIn, intentOf, isHousekeeping } from '../../../src/domain/memory/intent.ts'

describe('a prompt', () => {
  it.each([
    ['add a retry to the uploader', 'request', 'add'],
    ['can you please fix the off-by-one in parse_range?', 'request', 'fix'],
    ['I think we should also rename the option to attempts', 'request', 'rename'],
    ['how does the cache get invalidated?', 'question', ''],
    ['should the footer show the version?', 'question', ''],
    ['the export fails with a wrong encoding', 'report', ''],
    ['fix it', 'weak', ''],
    ['option 3', 'weak', ''],
    ['', 'weak', ''],
  ])('%j is a %s', (asked, kind, verb) => {
    const intent = intentOf(asked)
    expect(intent.kind).toBe(kind)
    if (kind === 'request') expect(intent.verb).toBe(verb)
  })

  it('that forbids something has no verb of work, and is still asked for', () => {
    expect(intentOf('never cache the response of the login page')).toMatchObject({ kind: 'request', verb: '' })
    expect(intentOf("don't add a retry to the uploader")).toMatchObject({ kind: 'request', verb: '' })
  })

  it('of several sentences is the request among them, before what was observed and before questions', () => {
    const asked = 'The upload stalls after a minute. Do you know why? Please add a retry to the uploader.'
    expect(intentOf(asked)).toMatchObject({ kind: 'request', clause: 'Please add a retry to the uploader' })
    expect(intentOf('The upload stalls and fails after a minute. Can you look?').clause).toBe(
      'The upload stalls and fails after a minute',
    )
  })

  it('that is a slash command is that command with its arguments', () => {
    expect(commandIn('  /team:review   src/a.ts  now\nand more')).toBe('/team:review src/a.ts now')
    expect(commandIn('see /tmp/a.ts')).toBe('')
    expect(commandIn('/tmp/a.ts is broken')).toBe('')
    expect(intentOf('/review 12')).toMatchObject({ kind: 'request', clause: '/review 12' })
  })
})

describe('a prompt that only agrees', () => {
  it.each([
    'y',
    'yes',
    'Yes, please!',
    'ok',
    'do it',
    'go ahead',
    'sounds good',
    'LGTM',
    'option B',
    '#2',
    '12',
    ' c ',
    'perfect, continue',
  ])('%j', (asked) => {
    expect(agrees(asked)).toBe(true)
  })

  it.each([
    'yes, but rename it first',
    'no',
    'okay so the footer is empty',
    'continuedly',
    'great work on the parser',
    '',
    '123',
  ])('is not %j', (asked) => {
    expect(agrees(asked)).toBe(false)
  })

  it('is short: what goes on for longer than 60 characters says something', () => {
    expect(agrees('yes '.repeat(15).trim())).toBe(true)
    expect(agrees('yes '.repeat(16).trim())).toBe(false)
  })
})

describe('a prompt that asks for nothing that lasts', () => {
  it.each([
    'commit',
    'commit and push',
    'Thanks!',
    '/commit',
    'create a branch',
    'k',
    '',
    'git push origin main',
    'open a PR',
  ])('%j', (asked) => {
    expect(isHousekeeping(asked)).toBe(true)
  })

  it.each(['commit?', 'the', 'push the retry into the client', 'merge the two parsers', 'спасибо за помощь'])(
    'is not %j',
    (asked) => {
      expect(isHousekeeping(asked)).toBe(false)
    },
  )
})

test('what is read of a prompt does not depend on the space around it', () => {
  const words = fc.array(fc.constantFrom('add', 'the', 'retry', 'to', 'uploader', 'yes', 'fix', 'why'), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(words, fc.constantFrom('', ' ', '\n', '\t \n'), (said, space) => {
      const asked = said.join(' ')
      expect(intentOf(space + asked + space)).toEqual(intentOf(asked))
      expect(agrees(space + asked + space)).toBe(agrees(asked))
    }),
  )
})
