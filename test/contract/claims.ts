import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Claims } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'

const claim = (session: string, since: number, path = '/app/a.ts', until = since + 1_000) =>
  ({ path: cleaned(path), project: cleaned('p1'), session: cleaned(session), since, until }) as const

/** The contract for claims. */
export function claimsContract(open: Open<{ claims: Claims }>): void {
  describe('claims', () => {
    const store = opened(open)
    const holder = async () => (await store().claims.list({ path: '/app/a.ts', limit: 1 }))[0]

    test('exactly one of many sessions that want a file at once gets it, and all are told who', async () => {
      const takers = Array.from({ length: 50 }, (_, n) => store().claims.take(claim(`s${n}`, 1_000), 1_000))
      const holders = new Set((await Promise.all(takers)).map(({ session }) => session))
      expect([...holders]).toEqual([(await holder())?.session])
    })

    test('the holder renews its claim, which stands since it was first taken', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      expect(await claims.take(claim('a', 1_500), 1_500)).toEqual({ ...claim('a', 1_000), until: 2_500 })
      expect(await claims.take(claim('b', 2_400), 2_400)).toMatchObject({ session: 'a' })
    })

    test('a file is free the moment its claim expires, for others and as a new claim of its holder', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      expect(await claims.take(claim('b', 1_999), 1_999)).toMatchObject({ session: 'a' })
      expect(await claims.take(claim('b', 2_000), 2_000)).toEqual(claim('b', 2_000))
      expect(await claims.take(claim('b', 3_000), 3_000)).toEqual(claim('b', 3_000))
    })

    test('a claim is taken from the one holder that is named, and from no other', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      expect(await claims.take(claim('c', 1_100), 1_100, 'b')).toMatchObject({ session: 'a' })
      expect(await claims.take(claim('c', 1_100), 1_100, 'a')).toMatchObject({ session: 'c' })
      expect(await claims.take(claim('d', 1_200), 1_200, 'a')).toMatchObject({ session: 'c' })
    })

    test('renewing extends what has not expired, and never shortens', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      await claims.take(claim('a', 1_000, '/app/b.ts', 9_000), 1_000)
      await claims.renew('a', 5_000, 1_500)
      expect((await claims.list({ session: 'a', limit: 9 })).map(({ until }) => until).sort()).toEqual([5_000, 9_000])
      await claims.renew('a', 20_000, 6_000)
      expect((await claims.list({ session: 'a', limit: 9 })).map(({ until }) => until).sort()).toEqual([20_000, 5_000])
    })

    test('only the holder releases a claim: one, or all of its own', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      await claims.take(claim('a', 1_000, '/app/b.ts'), 1_000)
      await claims.take(claim('b', 1_000, '/app/c.ts'), 1_000)
      expect(await claims.release('b', '/app/a.ts')).toBe(0)
      expect(await claims.release('a', '/app/a.ts')).toBe(1)
      expect(await claims.release('a')).toBe(1)
      expect(await claims.list({ limit: 9 })).toEqual([claim('b', 1_000, '/app/c.ts')])
    })

    test('the session that continues another holds what it held', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      await claims.handOver('a', cleaned('b'))
      expect(await claims.take(claim('b', 1_100), 1_100)).toMatchObject({ session: 'b', since: 1_000 })
    })

    test('a list is of one project or session, without what has expired, the latest first', async () => {
      const { claims } = store()
      await claims.take(claim('a', 1_000), 1_000)
      await claims.take(claim('b', 1_200, '/app/b.ts'), 1_200)
      await claims.take({ ...claim('b', 1_300, '/other/c.ts'), project: cleaned('p2') }, 1_300)
      const paths = async (filter: object) => (await claims.list({ ...filter, limit: 9 })).map(({ path }) => path)
      expect(await paths({ project: 'p1' })).toEqual(['/app/b.ts', '/app/a.ts'])
      expect(await paths({ session: 'b' })).toEqual(['/other/c.ts', '/app/b.ts'])
      expect(await paths({ now: 2_000 })).toEqual(['/other/c.ts', '/app/b.ts'])
      expect(await claims.list({ limit: 1 })).toHaveLength(1)
    })
  })
}
