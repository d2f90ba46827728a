import { expect, test } from 'vitest'
import type { Draft } from '../../../src/domain/events.ts'
import { shell } from '../../domain/samples.ts'
import { lived } from './layers.ts'

const INSTALL = shell('npm install left-pad')

test('the words typed on refusing a call are read like a prompt', async () => {
  const { take, asks, refuses, signals } = await lived()
  await take(asks('Add left-pad'), refuses(INSTALL, 'We use pnpm here, never npm'))
  expect(await signals()).toMatchObject([
    { type: 'directive', subject: 'pnpm', object: 'npm', quote: 'We use pnpm here, never npm', by: 'person' },
  ])
})

test('words that state no rule are a rejection that names nothing', async () => {
  const { take, asks, refuses, signals, lessons } = await lived()
  await take(asks('Add left-pad'), refuses(INSTALL, 'Let me look at the lockfile first'))
  expect(await signals()).toMatchObject([
    { type: 'rejection', quote: 'Let me look at the lockfile first', subject: '', confidence: 0.9 },
  ])
  expect(await lessons()).toEqual([])
})

test.each([
  ['use our logging framework', 'do', 'use our logging framework'],
  ["please don't touch the lockfile by hand", 'avoid', 'touch the lockfile by hand'],
])(
  'an order typed on refusing a call names what is wanted, and is no rule yet: %s',
  async (said, polarity, subject) => {
    const { take, asks, refuses, ends, signals, lessons } = await lived()
    await take(asks('Add left-pad'), refuses(INSTALL, said), ends())
    expect(await signals()).toMatchObject([{ polarity, subject, quote: said }])
    expect((await lessons()).map(({ state }) => state)).toEqual(['candidate'])
  },
)

test('a refusal without words quotes the call, and is believed less', async () => {
  const { take, asks, refuses, signals } = await lived()
  await take(asks('Add left-pad'), refuses(INSTALL, ''))
  expect(await signals()).toMatchObject([{ type: 'rejection', quote: 'npm install left-pad', confidence: 0.8 }])
})

test('nothing is learned from a call that a rule refused, or from the answer to a question', async () => {
  const { take, asks, refuses, signals } = await lived()
  await take(
    asks('Add left-pad'),
    refuses(INSTALL, undefined),
    refuses({ kind: 'other', text: 'Which registry?', puts: 'question' }, 'Always use the second one'),
  )
  expect(await signals()).toEqual([])
})

test('nothing is learned from a refusal where only a script could have been asked', async () => {
  const { take, asks, refuses, signals } = await lived()
  await take({ ...asks('Add left-pad'), origin: 'script' } as Draft, refuses(INSTALL, ''))
  expect(await signals()).toEqual([])
})

test('objecting after an interruption is a rejection; going on with something else is not', async () => {
  const { take, asks, fails, does, signals } = await lived()
  const weak = 'why npm? the lockfile is for pnpm'
  await take(asks('Add left-pad'), does(INSTALL), asks(weak))
  const before = await signals()
  await take(asks('Add left-pad again'), fails(INSTALL, 'interrupted', true), asks(weak))
  const after = await signals()
  expect([before.filter(({ type }) => type === 'rejection'), after.length > before.length]).toEqual([[], true])
  await take(asks('Add it'), fails(INSTALL, 'interrupted', true), asks('Explain the parser to me'))
  expect(await signals()).toHaveLength(after.length)
})
