import { expect, test } from 'vitest'
import { namesInText, plainHeadline, saysSomething, statedHeadline } from '../../../src/domain/memory/headline.ts'

test('folders are left out of a title', () => {
  expect(statedHeadline('Fixed ./src/domain/app.ts and src/deep/er/b.ts')).toBe('Fixed app.ts and b.ts')
})

/** CPU time, the least of three runs. */
function costMs(work: () => unknown): number {
  const costs = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    work()
    return process.cpuUsage(start).user / 1000
  })
  return Math.min(...costs)
}

test.each(['-', 'a-', 'a/', '~/', 'a_', 'a.', '(a:1 ', '(e.g.', '`', '"'])(
  'a title is made of 64 KB of %j in time that grows with its length',
  (unit) => {
    const text = unit.repeat(65_536 / unit.length)
    for (const read of [statedHeadline, plainHeadline, namesInText, saysSomething])
      expect(costMs(() => read(text))).toBeLessThan(1_000)
  },
)
