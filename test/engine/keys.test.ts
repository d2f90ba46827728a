import { describe, expect, test } from 'vitest'
import { createKeys } from '../../src/engine/keys.ts'

describe('a key', () => {
  test('has one owner at a time, first come, first served', async () => {
    const keys = createKeys()
    const order: string[] = []
    const release = await keys.take('k', {})
    const later = ['a', 'b', 'c'].map(async (name) => {
      const done = await keys.take('k', {})
      order.push(name)
      done()
      done()
    })
    expect(order).toEqual([])
    release()
    await Promise.all(later)
    expect(order).toEqual(['a', 'b', 'c'])
  })

  test('can be taken again by its owner, and is free when all holds have ended', async () => {
    const keys = createKeys()
    const [one, other] = [{}, {}]
    const holds = [await keys.take('k', one), await keys.take('k', one)]
    let free = false
    const waiting = keys.take('k', other).then(() => {
      free = true
    })
    holds[0]?.()
    await new Promise(setImmediate)
    expect(free).toBe(false)
    holds[1]?.()
    await waiting
  })

  test('is not waited for after an abort, and goes to the next', async () => {
    const keys = createKeys()
    const release = await keys.take('k', {})
    const gone = new AbortController()
    const first = keys.take('k', {}, gone.signal)
    const second = keys.take('k', {})
    gone.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    release()
    expect(await second).toBeTypeOf('function')
  })

  test('is independent of other keys', async () => {
    const keys = createKeys()
    await keys.take('k', {})
    expect(await keys.take('l', {})).toBeTypeOf('function')
  })
})
