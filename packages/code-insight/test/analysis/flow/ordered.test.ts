import { describe, expect, test } from 'vitest'
import { edgesOf } from './edges.ts'

const TWO = 'function a() {}\nfunction b() {}\n'
const at = async (line: number, text: string, path?: string) =>
  (await edgesOf(text, path)).filter((edge) => edge.endsWith(`@${line}`)).map((edge) => edge.split(' ').at(-2))

describe('a name that is assigned again', () => {
  test('calls what it held last, where the order of its assignments is known', async () => {
    const text = `${TWO}let f = a\nf()\nf = b\nf()\n`
    expect([await at(4, text), await at(6, text)]).toEqual([['a'], ['b']])
    const within = `${TWO}function run() {\nlet f = a\nf()\nf = b\nf()\n}\n`
    expect([await at(5, within), await at(7, within)]).toEqual([['a'], ['b']])
  })

  test('from a block calls what the block assigned, and may keep it after', async () => {
    const text = `${TWO}let f = a\nif (x) {\nf = b\nf()\n}\nf()\n`
    expect(await at(6, text)).toEqual(['b'])
    expect(await at(8, text)).toEqual(['a', 'b'])
  })

  test('by another function calls all that it ever holds, since nobody knows when that runs', async () => {
    const text = `${TWO}let f = a\nfunction set() { f = b }\nf()\n`
    expect(await at(5, text)).toEqual(['a', 'b'])
    const own = `${TWO}let f = a\nfunction set() {\nf = b\nf()\n}\n`
    expect(await at(6, own)).toEqual(['a', 'b'])
  })

  test('and is read by another function calls all that it ever holds there', async () => {
    const text = `${TWO}let f = a\nfunction run() { f() }\nf = b\n`
    expect(await at(4, text)).toEqual(['a', 'b'])
  })
})
