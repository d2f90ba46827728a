import fc from 'fast-check'
import { test } from 'vitest'
import { misattributed, turn } from '../../behaviours/whose-words.ts'
import { toldOf } from './whose-words.test.ts'
test('dbg', () => {
  const seen = new Map<string, [number, string]>()
  for (const said of fc.sample(fc.array(turn, { minLength: 1, maxLength: 6 }), { numRuns: 1500, seed: 7 }))
    for (const bad of toldOf(said).flatMap(misattributed)) {
      const [, word = '', before = ''] = /^(\w+) (under ".*?"|outside):/.exec(bad) ?? []
      const who = 'pasmr'.includes(word[0] ?? '') ? word[0] : '?'
      const key = `${who} ${before.replace(/[a-z]_[0-9a-f]{16}/g, 'ID').replace(/\d+/g, 'N').slice(0, 60)}`
      const [n, ex] = seen.get(key) ?? [0, bad]
      seen.set(key, [n + 1, ex.length < bad.length ? ex : bad])
    }
  for (const [key, [n, ex]] of [...seen].sort((a, b) => b[1][0] - a[1][0])) console.log(n, key, '|||', ex)
})
