import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, type World } from './world.ts'

const FILES = {
  'package.json': '{}',
  'src/cache.ts': `export class Cache {
  /** Removes entries that are too old. */
  purgeStale(limit: number): void {
    for (const [key, entry] of this.entries) if (entry.age > limit) this.entries.delete(key)
  }
}
`,
  'src/mail.ts': 'export function sendLetter(address: string) {\n  return connect(address)\n}\n',
  'src/sums.ts': 'export function addNumbers(values: number[]) {\n  return values.reduce((a, b) => a + b, 0)\n}\n',
}

let world: World
beforeAll(async () => {
  world = makeWorld({ HINDCAST_EMBEDDER_ENABLED: 'on' })
  mkdirSync(join(world.project, 'src'), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(world.project, path), text)
  await world.start()
})
afterAll(() => world.remove())

const found = async (query: string) => {
  const { results } = await world.api('code', { action: 'search', target: query, from: world.project })
  return (results as { name: string; why: string }[]).map(({ name, why }) => `${name} by ${why}`)
}

/** What is found first, once something is: on a busy machine, an answer does not wait for what a query means. */
async function first(query: string): Promise<string | undefined> {
  let results: readonly string[] = []
  await until(`something is found for “${query}”`, async () => {
    results = await found(query)
    return results.length > 0
  })
  return results[0]
}

test('code is found by what it means, after the first search of its project', async () => {
  expect(await found('throw away what has expired')).toEqual([])
  expect(await first('throw away what has expired')).toBe('Cache.purgeStale by meaning')
  expect(await first('add numbers')).toBe('addNumbers by name')
})
