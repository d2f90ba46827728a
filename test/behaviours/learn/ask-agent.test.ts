import { expect, test } from 'vitest'
import askAgent from '../../../src/behaviours/learn/ask-agent.ts'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const start = (source: string) => eventOf('SessionStart', { source } as never)
const asked = (learn: object) =>
  ofKind(
    effectsOf(askAgent, start('startup'), 'reply', {
      settings: { ...SETTINGS, learn: { ...SETTINGS.learn, ...learn } },
    }),
    'context',
  ).flatMap(({ items }) => items.map(({ text }) => text))

test('a session is asked to confirm rules in at most 40 tokens, unless the person wants none of it', () => {
  const [line = '', ...more] = asked({})
  expect([line, more]).toEqual([expect.stringContaining('`confirm`'), []])
  expect(estimateTokens(line)).toBeLessThanOrEqual(40)
  expect([asked({ askAgent: false }), asked({ enabled: false })]).toEqual([[], []])
  expect(needsOf(askAgent, start('resume'), 'reply')).toBeUndefined()
})
