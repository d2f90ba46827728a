import { expect, test } from 'vitest'
import { vouchedRule } from '../../../src/domain/learning/vouched.ts'
import { channels } from '../../behaviours/carriers/channels.ts'
import { carriers, rules } from '../voice/carriers.ts'

const typed = (text: string) => ({ origin: 'person', text }) as const

test('no text that a person only hands over is taken for their word, by a model that confirms everything', () => {
  const taken = carriers.flatMap((carrier, n) => {
    const rule = rules[n % rules.length] ?? ''
    const prompt = carrier(rule)
    return vouchedRule(rule, typed(prompt)) === undefined ? [] : [prompt]
  })
  expect(taken).toEqual([])
})

test.each(['machine', 'script'] as const)('nothing that a %s sent is a person\u2019s word', (origin) => {
  expect(vouchedRule('Always use tabs, not spaces', { origin, text: 'Always use tabs, not spaces' })).toBeUndefined()
})

test.each([
  ['words that are not there', 'Fix the parser.', 'always use tabs'],
  ['other words than those typed', 'Keep functions short, please.', 'keep functions small'],
  ['an order without what negates it', 'Never push to main.', 'push to main'],
  ['what a sentence only hands over', 'Add a fixture with the content always use tabs', 'always use tabs'],
  ['too little to be a statement', 'use tabs', 'tabs'],
  [
    'words put together from two places',
    'Never push. Fix the parser first. To main goes nothing.',
    'Never push. To main goes nothing.',
  ],
  ['what a quotation says', 'The linter says "always use tabs", why?', 'always use tabs'],
  ['a complaint of what the agent does', 'You always push to main. Stop that.', 'always push to main'],
  ['a complaint that stands alone', 'You never run the tests.', 'You never run the tests.'],
  ['what is taken back', 'Always push to main.\n\nNo wait, scratch that.', 'Always push to main.'],
  ['a joke', 'Always push to main. Just kidding!', 'Always push to main.'],
  ['a command to the client', '/hindcast remember always use tabs', 'always use tabs'],
  ['what another person is reported to want', 'Anna says we should always use tabs. Is she right?', 'always use tabs'],
])('no rule is made of %s', (_, prompt, span) => {
  expect(vouchedRule(span, typed(prompt))).toBeUndefined()
})

test.each([
  ['Please never push to main. Now fix the parser.', 'never push', 'Please never push to main.', 'avoid'],
  [
    'The docs come last, unless I ask for them.',
    'The docs come last',
    'The docs come last, unless I ask for them.',
    'do',
  ],
  [
    'it drives me mad when you rename things. Now fix the parser.',
    'it drives me mad',
    'it drives me mad when you rename things.',
    'do',
  ],
])('a span is widened to its whole sentence, with what negates and limits it: %s', (prompt, span, quote, polarity) => {
  expect(vouchedRule(span, typed(prompt))).toMatchObject({ quote, polarity, hasHorizon: true })
})

test.each([
  ['for now use npm', 'for now use npm'],
  ['should we always use tabs?', 'should we always use tabs?'],
])('what holds only for now, or is only asked, holds for nothing at once: %s', (prompt, span) => {
  expect(vouchedRule(span, typed(prompt))?.hasHorizon ?? false).toBe(false)
})

test.each(['but never on Fridays', '- but never on Fridays', '- except on Fridays', 'But not on Fridays'])(
  'what limits a rule stays with it: %s',
  (limit) => {
    const rule = vouchedRule('push to main', typed(`Always push to main.\n${limit}`))
    expect(rule === undefined || /Fridays/.test(rule.quote)).toBe(true)
  },
)

test('nothing that comes into a session by another way than a person\u2019s keyboard is vouched for', () => {
  const next = () => ({ session: 's', promptId: 'p' })
  const taken = Object.entries(channels).flatMap(([channel, made]) =>
    rules.flatMap((rule) =>
      made(rule, { root: '/app', next }).flatMap((each) =>
        each.name === 'UserPromptSubmit' && vouchedRule(rule, { origin: each.origin, text: each.prompt }) !== undefined
          ? [`${channel}: ${rule}`]
          : [],
      ),
    ),
  )
  expect(taken).toEqual([])
})

test.each([
  ['That does not work since we always tag releases by hand. Shall I note it?', 'we always tag releases by hand'],
  ['We need to make sure that exports never hold secrets. Is that hard?', 'exports never hold secrets'],
])('a span may begin where a reason begins, or what is to be made sure of: %s', (prompt, span) => {
  expect(vouchedRule(span, typed(prompt))?.quote).toContain(span)
})
