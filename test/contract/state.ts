import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Folds, Grants } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'

/** The contract for grants. */
export function grantsContract(open: Open<{ grants: Grants }>): void {
  describe('grants', () => {
    const store = opened(open)

    test('exactly one of many concurrent holders gets a key', async () => {
      const takers = Array.from({ length: 50 }, (_, at) =>
        store().grants.take(cleaned('file'), cleaned(`holder ${at}`), 2_000, 1_000),
      )
      expect((await Promise.all(takers)).filter(Boolean)).toHaveLength(1)
    })

    test('the holder can take its key again and extend it', async () => {
      const { grants } = store()
      expect(await grants.take(cleaned('file'), cleaned('a'), 2_000, 1_000)).toBe(true)
      expect(await grants.take(cleaned('file'), cleaned('a'), 3_000, 1_500)).toBe(true)
      expect(await grants.take(cleaned('file'), cleaned('b'), 4_000, 2_500)).toBe(false)
    })

    test('a key is free the moment it expires, and its first holder has lost it', async () => {
      const { grants } = store()
      await grants.take(cleaned('file'), cleaned('a'), 2_000, 1_000)
      expect(await grants.take(cleaned('file'), cleaned('b'), 3_000, 1_999)).toBe(false)
      expect(await grants.take(cleaned('file'), cleaned('b'), 3_000, 2_000)).toBe(true)
      expect(await grants.take(cleaned('file'), cleaned('a'), 3_000, 2_000)).toBe(false)
    })

    test('only the holder can give a key back', async () => {
      const { grants } = store()
      await grants.take(cleaned('file'), cleaned('a'), 2_000, 1_000)
      await grants.giveBack(cleaned('file'), cleaned('b'))
      expect(await grants.take(cleaned('file'), cleaned('b'), 2_000, 1_000)).toBe(false)
      await grants.giveBack(cleaned('file'), cleaned('a'))
      expect(await grants.take(cleaned('file'), cleaned('b'), 2_000, 1_000)).toBe(true)
    })

    test('keys are independent of each other', async () => {
      const { grants } = store()
      expect(await grants.take(cleaned('one'), cleaned('a'), 2_000, 1_000)).toBe(true)
      expect(await grants.take(cleaned('two'), cleaned('b'), 2_000, 1_000)).toBe(true)
    })
  })
}

/** The contract for folds. */
export function foldsContract(open: Open<{ folds: Folds }>): void {
  describe('folds', () => {
    const store = opened(open)
    const [s1, s2] = [cleaned('s1'), cleaned('s2')]

    test('a fold that was never saved does not exist', async () => {
      expect(await store().folds.load('told', s1)).toBeUndefined()
    })

    test.each(
      [{ ids: ['o_1', 'ümläut ✓'], at: 12.5 }, [], null, 0, 'a\0b\ud800c'].map((state) => cleaned<unknown>(state)),
    )('state %# is returned as saved', async (state) => {
      await store().folds.save('told', s1, state, 7)
      expect(await store().folds.load('told', s1)).toEqual({ state, seq: 7 })
    })

    test('a later snapshot replaces an earlier one, never the other way round', async () => {
      const { folds } = store()
      await folds.save('told', s1, cleaned('new'), 9)
      await folds.save('told', s1, cleaned('old'), 8)
      expect(await folds.load('told', s1)).toEqual({ state: 'new', seq: 9 })
      await folds.save('told', s1, cleaned('newest'), 10)
      expect(await folds.load('told', s1)).toEqual({ state: 'newest', seq: 10 })
    })

    test('folds and scopes are independent', async () => {
      const { folds } = store()
      await folds.save('told', s1, 1, 1)
      await folds.save('told', s2, 2, 1)
      await folds.save('strain', s1, 3, 1)
      expect(await folds.load('told', s1)).toEqual({ state: 1, seq: 1 })
      expect(await folds.load('told', s2)).toEqual({ state: 2, seq: 1 })
      expect(await folds.load('strain', s1)).toEqual({ state: 3, seq: 1 })
    })
  })
}
