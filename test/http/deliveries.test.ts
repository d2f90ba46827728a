import { describe, expect, test } from 'vitest'
import { deliveries } from '../../src/http/deliveries.ts'

function counted() {
  let time = 0
  let calls = 0
  const once = deliveries<number>(() => time)
  return {
    deliver: (body: string, salt = 'host') => once(Buffer.from(body), salt, async () => ++calls).answer,
    wait: (ms: number) => {
      time += ms
    },
  }
}

test('the same bytes within a second are one delivery with one answer, even during the answer', async () => {
  const { deliver, wait } = counted()
  const [first, second] = await Promise.all([deliver('a'), deliver('a')])
  wait(1_000)
  expect([first, second, await deliver('a')]).toEqual([1, 1, 1])
})

test('the same bytes are the same delivery for as long as the answer takes', async () => {
  const answered: ((answer: number) => void)[] = []
  let time = 0
  const once = deliveries<number>(() => time)
  const deliver = () => once(Buffer.from('a'), 'slow', () => new Promise((resolve) => answered.push(resolve))).answer
  const first = deliver()
  time = 10_000
  const second = deliver()
  expect(answered).toHaveLength(1)
  answered[0]?.(7)
  expect(await Promise.all([first, second])).toEqual([7, 7])
})

test('the same bytes later are a second event', async () => {
  const { deliver, wait } = counted()
  await deliver('a')
  wait(1_001)
  expect(await deliver('a')).toBe(2)
})

test('the same bytes are the same delivery for as long as its answer says', async () => {
  let time = 0
  let calls = 0
  const once = deliveries<number>(() => time)
  const deliver = () =>
    once(Buffer.from('a'), 'host', async ({ countsFor }) => {
      countsFor(60_000)
      return ++calls
    }).answer
  await deliver()
  time = 60_000
  expect(await deliver()).toBe(1)
  time = 60_001
  expect(await deliver()).toBe(2)
})

test('different bytes, or another host, are another event', async () => {
  const { deliver } = counted()
  expect([await deliver('a'), await deliver('b'), await deliver('a', 'other')]).toEqual([1, 2, 3])
})

test("one payload's second does not end a later one's", async () => {
  const { deliver, wait } = counted()
  await deliver('old')
  wait(600)
  await deliver('young')
  wait(600)
  expect([await deliver('young'), await deliver('old')]).toEqual([2, 3])
})

describe('a payload whose answer', () => {
  /** What is known of its answer once each of its connections is over. */
  function received(...connections: readonly boolean[]): Promise<boolean> {
    const once = deliveries<boolean>(() => 0)
    let sent: Promise<boolean> = Promise.resolve(true)
    const deliver = () =>
      once(Buffer.from('a'), 'host', async (reception) => {
        sent = reception.sent
        return true
      })
    const closings = connections.map(() => deliver().closed)
    closings.forEach((closed, at) => {
      closed(connections[at] === true)
    })
    return sent
  }

  test('was written to any of its connections was sent', async () => {
    expect(await received(true)).toBe(true)
    expect(await received(false, true)).toBe(true)
  })

  test('no connection took was not sent, once none has taken over for a second', async () => {
    expect(await received(false)).toBe(false)
    expect(await received(false, false)).toBe(false)
  })
})
