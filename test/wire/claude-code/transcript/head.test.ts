import fc from 'fast-check'
import { expect, test } from 'vitest'
import { othersIn, transcriptHead } from '../../../../src/wire/claude-code/transcript/transcripts.ts'

test('the first bytes name the session, its folder and its start, even if cut within a line', () => {
  const text =
    '{"type":"mode","sessionId":"s-1"}\n{"type":"user","cwd":"/home/dev/a \\"b\\"","timestamp":"2026-01-02T03:04:05.000Z","message":{"con'
  expect(transcriptHead(text)).toEqual({
    ...{ session: 's-1', dir: '/home/dev/a "b"', began: '2026-01-02T03:04:05.000Z', forked: false },
  })
})

test('any text can be read, and quoted fields do not count', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(transcriptHead(`"cwd":"${text}`).forked).toBe(text.includes('"forkedFrom":'))
    }),
  )
  expect(transcriptHead(JSON.stringify({ text: '"sessionId":"other"' })).session).toBeUndefined()
})

test('a fork names the sessions that it repeats, but not itself', () => {
  const lines = ['a', 'b', 'own'].map((session) => ({ sessionId: 'own', requestSessionId: session }))
  const text = [...lines, { sessionId: 'own', forkedFrom: { sessionId: 'c', messageUuid: 'u' } }]
    .map((line) => JSON.stringify(line))
    .join('\n')
  expect(othersIn(text, 'own')).toEqual(['a', 'b', 'c'])
  expect(transcriptHead(text).forked).toBe(true)
  expect(transcriptHead(JSON.stringify({ sessionId: 'own', text: '"requestSessionId":"a"' })).forked).toBe(false)
})
