import { describe, expect, test } from 'vitest'
import { windowOf } from '../../../../src/wire/claude-code/transcript/usage.ts'
import { readWhole } from './reading.ts'

const line = (value: object): string =>
  JSON.stringify({ sessionId: 's', cwd: '/p', timestamp: '2026-01-02T03:04:05.000Z', ...value })
const asked = line({ type: 'user', uuid: 'u1', message: { role: 'user', content: 'Go' } })
const answer = (uuid: string, tokens: number, over: object = {}) => {
  const usage = {
    input_tokens: 4,
    cache_read_input_tokens: tokens - 10,
    cache_creation_input_tokens: 6,
    output_tokens: 9,
  }
  const message = { role: 'assistant', model: 'claude-sonnet-4-6', content: [{ type: 'text', text: 'Yes.' }], usage }
  return line({ type: 'assistant', uuid, message, ...over })
}
const useAfter = (...lines: string[]) => readWhole([asked, ...lines].join('\n')).state.use

describe('context usage', () => {
  test('is the size of the newest request of the main agent, cached or not', () => {
    expect(useAfter(answer('a1', 120_000), answer('a2', 150_000))).toMatchObject({ tokens: 150_000, window: 200_000 })
    expect(useAfter(answer('a1', 120_000), answer('a2', 9_000, { isSidechain: true, agentId: 'x' }))).toMatchObject({
      tokens: 120_000,
    })
    expect(useAfter()).toBeUndefined()
  })

  test('uses the requested model if only that names the larger window', () => {
    expect(useAfter(answer('a1', 150_000, { requestedModel: 'claude-sonnet-4-6[1m]' }))?.window).toBe(1_000_000)
    expect(useAfter(answer('a1', 250_000))?.window).toBe(1_000_000)
  })

  test('is what a compaction left, until the next request', () => {
    const boundary = (compactMetadata: object) =>
      line({ type: 'system', subtype: 'compact_boundary', uuid: 'c1', content: '', compactMetadata })
    expect(useAfter(answer('a1', 150_000), boundary({ trigger: 'auto', postTokens: 3_144 }))?.tokens).toBe(3_144)
    expect(useAfter(answer('a1', 150_000), boundary({ trigger: 'auto' }))?.tokens).toBe(0)
  })
})

describe('the window of a model', () => {
  test.each([
    ['claude-opus-4-5-20251101', 200_000],
    ['claude-opus-4-6', 200_000],
    ['claude-sonnet-4-20250514', 200_000],
    ['claude-sonnet-4-6', 200_000],
    ['claude-haiku-4-5-20251001', 200_000],
    ['claude-3-5-sonnet-20241022', 200_000],
    ['us.anthropic.claude-opus-4-1-20250805-v1:0', 200_000],
    ['claude-sonnet-4-5[1m]', 1_000_000],
    ['claude-opus-4-7', 1_000_000],
    ['claude-opus-5-5', 1_000_000],
    ['claude-sonnet-5', 1_000_000],
    ['claude-haiku-5-5', 1_000_000],
    ['claude-fable-5', 1_000_000],
    ['some-other-model', 1_000_000],
  ])('%s has %i tokens, as the client counts', (model, window) => {
    expect(windowOf(model)).toBe(window)
  })
})
