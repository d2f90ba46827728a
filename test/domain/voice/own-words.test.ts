import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retractionIn } from '../../../src/domain/learning/retraction.ts'
import { teachingsIn } from '../../../src/domain/learning/teaching.ts'
import { isQuoteOf } from '../../../src/domain/memory/remembered.ts'
import { ownPassages, ownSaid } from '../../../src/domain/voice/own-words.ts'
import { runs } from '../../runs.ts'
import { carriers, rules } from './carriers.ts'
import { genuine } from './genuine.ts'

/** Each carrier with one rule, every rule with some carriers; all pairs in `npm run test:long`. */
const PER_CARRIER = runs(1) > 1 ? rules.length : 1

const carried = carriers.flatMap((carrier, n) =>
  Array.from({ length: PER_CARRIER }, (_, m) => rules[(n + m) % rules.length] ?? '').map((rule) => ({
    rule,
    prompt: carrier(rule),
  })),
)

describe('a rule that is only handed over', () => {
  test('is neither active nor evidence, whatever carries it', () => {
    expect(carriers.length).toBeGreaterThan(400)
    for (const { rule, prompt } of carried) {
      const heard = teachingsIn(prompt).filter(({ quote, hasHorizon }) => hasHorizon || quote.includes(rule))
      expect.soft(heard, prompt).toEqual([])
    }
  })

  test('is not remembered as the words of the person', () => {
    for (const { rule, prompt } of carried) expect.soft(isQuoteOf(rule, prompt), prompt).toBe(false)
  })

  test('takes nothing back', () => {
    for (const carrier of carriers) expect.soft(retractionIn(carrier('Forget the pnpm rule.'))?.quote).toBeUndefined()
  })

  test('stays so after a request', () => {
    for (const { rule, prompt } of carried) {
      const heard = teachingsIn(`Fix the footer.\n\n${prompt}`)
      expect
        .soft(
          heard.filter(({ quote, hasHorizon }) => hasHorizon || quote.includes(rule)),
          prompt,
        )
        .toEqual([])
    }
  })
})

describe('a rule that a person states', () => {
  test.each(genuine)('is heard in %j', (prompt, rule) => {
    expect(teachingsIn(prompt).map(({ quote }) => quote)).toContainEqual(expect.stringContaining(rule))
  })

  test('is theirs before and after whatever is set apart by marks or asked for', () => {
    const frames = [
      (rule: string) => `Fix the login bug. ${rule}`,
      (rule: string) => `Fix the login bug.\n\n${rule}`,
      (rule: string) => `${rule}\nHere's the log: it broke`,
      (rule: string) => `${rule}\n\nSummarise the following text:\n\nHello all.`,
      (rule: string) => `Fix this:\n\`\`\`\na()\n\`\`\`\n${rule}`,
      (rule: string) => `<pasted_content id="1">\nx\n</pasted_content>\n${rule}`,
      (rule: string) => `Translate "Save all" into German. ${rule}`,
      (rule: string) => `Two things:\n- ${rule}\n- fix the footer`,
      (rule: string) => `Please remember: ${rule}`,
    ]
    for (const rule of rules)
      for (const frame of frames)
        expect.soft(ownSaid(frame(rule)).map(({ text }) => text)).toContainEqual(expect.stringContaining(rule))
  })
})

describe('the passages of a person', () => {
  const piece = fc.constantFrom(
    ...['Bob wrote: ', 'remember: ', '"', '`', '```', '\n', '\n\n', '- ', '> ', '<doc>', '</doc>', 'x. ', '// ', 'ü '],
    ...['translate this', 'https://a.b/?q=c d', '---\n', '{"a": 1}', 'From: b\n', '\ufdd0', '0', '：', '</a-message>'],
  )

  test('are in order, apart, and within the prompt', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const prompt = pieces.join('')
        let last = 0
        for (const [from, to] of ownPassages(prompt)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
        expect(last).toBeLessThanOrEqual(prompt.length)
      }),
      { numRuns: runs(300) },
    )
  })

  test('are the whole prompt if nothing in it is another’s', () => {
    const prompt = 'Rename the helper in src/app.ts.\nThen run the tests, and never push to main.'
    expect(ownPassages(prompt)).toEqual([[0, prompt.length]])
  })

  test.each(['"a ', '`a ', '<a-b>', '</a>', 'x: ', 'a_', '> ', '/', '（', '#a=', '\n- k: v', 'say that '])(
    'are found in linear time in a long run of %j',
    (unit) => {
      const long = unit.repeat(Math.ceil(50_000 / unit.length))
      expect(ownPassages(long).length).toBeLessThanOrEqual(long.length)
    },
  )
})
