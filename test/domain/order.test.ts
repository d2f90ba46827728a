import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDERS, orderOf } from '../../src/domain/order.ts'

test.each([
  ['/hindcast status', { verb: 'status' }],
  ['  /hindcast   Status  ', { verb: 'status' }],
  ['/hindcast resume', { verb: 'resume' }],
  ['/hindcast search token refresh', { verb: 'search', words: 'token refresh' }],
  ['/hindcast remember One line,\nand another', { verb: 'remember', words: 'One line,\nand another' }],
  ['/hindcast lessons', { verb: 'lessons' }],
  ['/hindcast undo', { verb: 'undo' }],
  ['/hindcast reject 2', { verb: 'reject', words: '2' }],
  ['/hindcast reject', { verb: 'help', wrong: 'reject needs the number or id of a lesson' }],
  ['/hindcast pause', { verb: 'pause', words: '' }],
  ['/hindcast pause all for 2h', { verb: 'pause', words: 'all for 2h' }],
  ['/hindcast forget heron', { verb: 'forget', words: 'heron', yes: false }],
  ['/hindcast forget the heron yes', { verb: 'forget', words: 'the heron', yes: true }],
  ['/hindcast forget yes', { verb: 'help', wrong: 'forget needs words' }],
  ['/hindcast forget', { verb: 'help', wrong: 'forget needs words' }],
  ['/hindcast search', { verb: 'help', wrong: 'search needs words' }],
  ['/hindcast', { verb: 'help' }],
  ['/hindcast help', { verb: 'help' }],
  ['/hindcast dance', { verb: 'help', wrong: "unknown command 'dance'" }],
  ['/hindcast stauts', { verb: 'help', wrong: "unknown command 'stauts'; did you mean 'status'?" }],
])('%j is a command', (prompt, order) => expect(orderOf(prompt)).toEqual(order))

test.each(['status', 'hindcast status', '/hindcaster status', 'Please run /hindcast status', '/clear', ''])(
  '%j is not a command',
  (prompt) => expect(orderOf(prompt)).toBeUndefined(),
)

test('nothing is forgotten without a yes at the very end', () => {
  const words = fc.string({ minLength: 1 }).filter((text) => !/\byes\s*$/i.test(text))
  fc.assert(
    fc.property(words, (text) => {
      const order = orderOf(`/hindcast forget ${text}`)
      expect(order?.verb === 'forget' && order.yes).toBe(false)
    }),
  )
})

test('each command in the list is recognised, and a review is left to the agent', () => {
  expect(orderOf('/hindcast review')).toBeUndefined()
  for (const line of ORDERS.filter((each) => !each.startsWith('/hindcast review')))
    expect(orderOf(line)?.verb).toBe(/^\/hindcast (\w+)/.exec(line)?.[1])
})
