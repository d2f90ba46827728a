import fc from 'fast-check'
import { expect, test } from 'vitest'
import { narrowedBody } from '../../src/http/narrow.ts'
import { runs } from '../runs.ts'

const MOST = 40
const NOTE = /^\[\d+ more left out\]$/

const narrow = async (value: unknown, space?: number, most = MOST): Promise<unknown> =>
  JSON.parse((await narrowedBody(Buffer.from(JSON.stringify(value, null, space)), most)).toString()) as unknown

/** Members of objects and lists, at every depth. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.length + members.reduce((sum: number, member) => sum + valuesIn(member), 0)
}

/** Whether everything in `part` is in `whole`, in the same place, but for notes of what was left out. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    const last = part.at(-1)
    const isNoted = typeof last === 'string' && NOTE.test(last)
    const kept = isNoted ? part.slice(0, -1) : part
    return (isNoted || kept.length === whole.length) && kept.every((item, at) => isPartOf(item, whole[at]))
  }
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) return part === whole
  const own = new Map(Object.entries(whole))
  const kept = Object.entries(part).filter(([key]) => !NOTE.test(key))
  const isNoted = kept.length < Object.keys(part).length
  return (isNoted || kept.length === own.size) && kept.every(([key, item]) => isPartOf(item, own.get(key)))
}

const json = fc.jsonValue({ maxDepth: 6 })

test('whatever a document holds, what is left of it is part of it, and holds no more than the most', () =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), json), fc.constantFrom(0, 2), async (document, space) => {
      const left = await narrow(document, space)
      expect(isPartOf(left, document)).toBe(true)
      // A note counts as a value, and each object or list around the place where it ends may have one
      expect(valuesIn(left)).toBeLessThanOrEqual(2 * MOST + 8)
    }),
    { numRuns: runs(400) },
  ))

test('a document with few values is returned as it is, whatever its strings hold', async () => {
  const body = Buffer.from(JSON.stringify({ text: '\\"[,{'.repeat(1_000), 'a\\': ['"', ']'] }))
  expect(await narrowedBody(body, MOST)).toBe(body)
})

test('a wide field is cut, with a note of how much is missing; the fields after it stay', async () => {
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key-${n}`, n]))
  const left = (await narrow({ name: 'a', wide, list: Array(100).fill(1), after: { text: 'b' } })) as {
    wide: object
    list: unknown[]
  }
  expect(left).toMatchObject({ name: 'a', wide: { 'key-0': 0, 'key-17': 17 }, after: { text: 'b' } })
  expect(Object.keys(left.wide).at(-1)).toMatch(/^\[9\d\d more left out\]$/)
  expect(left.list.at(-1)).toMatch(/^\[\d\d more left out\]$/)
})

test('a hundred thousand brackets are left out, too', async () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000)
  const left = await narrowedBody(Buffer.from(`{"a":${nested},"b":1}`))
  expect(JSON.parse(left.toString())).toMatchObject({ b: 1 })
  expect(left.length).toBeLessThan(50_000)
})

test.each(['[', '{"a":[', '{"a":"', 'x', '{"a":1}}}}', `[${'1,'.repeat(100)}`])(
  '%s stays what it is: not JSON',
  async (text) => {
    const left = await narrowedBody(Buffer.from(text.padEnd(MOST + 1, ' ')), MOST)
    expect(() => JSON.parse(left.toString()) as unknown).toThrow()
  },
)

test('others get their turn while a large document is read', async () => {
  const body = Buffer.from(JSON.stringify({ wide: Array.from({ length: 300_000 }, (_, n) => n) }))
  let turns = 0
  let isDone = false
  const other = () => {
    turns++
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  await narrowedBody(body)
  isDone = true
  expect(turns).toBeGreaterThan(1)
})
