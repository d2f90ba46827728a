import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Failures } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'

/** The contract for stores of failures. */
export function failuresContract(open: Open<{ failures: Failures }>): void {
  describe('failures', () => {
    const store = opened(open)
    const failure = (behaviour: string, reaction: number, failures: number) =>
      cleaned({ behaviour, reaction, failures, at: 9 })

    test('are the newest of each reaction, from one release only', async () => {
      const { failures } = store()
      await failures.note(failure('a', 0, 1), cleaned('1.0.0'))
      await failures.note(failure('a', 0, 2), cleaned('1.0.0'))
      await failures.note(failure('a', 1, 5), cleaned('1.0.0'))
      expect(await failures.list('1.0.0')).toEqual([failure('a', 0, 2), failure('a', 1, 5)])
      expect(await failures.list('1.0.1')).toEqual([])
      await failures.note(failure('a', 0, 1), cleaned('1.0.1'))
      expect(await failures.list('1.0.0')).toEqual([failure('a', 1, 5)])
    })

    test('can be cleared for one reaction or a whole behaviour', async () => {
      const { failures } = store()
      for (const [name, reaction] of [
        ['a', 0],
        ['a', 1],
        ['b', 0],
      ] as const)
        await failures.note(failure(name, reaction, 1), cleaned('1'))
      await failures.clear('a', 0)
      expect(await failures.list('1')).toEqual([failure('a', 1, 1), failure('b', 0, 1)])
      await failures.clear('a')
      expect(await failures.list('1')).toEqual([failure('b', 0, 1)])
    })
  })
}
