import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortestPrefixes } from '../../../src/operations/verb/prefixes.ts'

test('each prefix begins one id and no other, and none that is shorter does', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[ab]{6}$/), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(ids, (all) => {
      const prefixes = shortestPrefixes(all)
      const begun = (prefix: string) => all.filter((id) => id.startsWith(prefix))
      expect(prefixes.map((prefix) => begun(prefix).length)).toEqual(all.map(() => 1))
      expect(prefixes.every((prefix) => begun(prefix.slice(0, -1)).length > 1)).toBe(true)
    }),
  )
})
