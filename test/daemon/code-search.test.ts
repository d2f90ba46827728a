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
  world = makeWorld()
  mkdirSync(join(world.project, 'src'), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(world.project, path), text)
  await world.start()
})
afterAll(() => world.remove())

const found = async (query: string) => {
  const { results } = await world.api('code', { action: 'search', target: query, from: world.project })
  return (results as { name: string; why: string }[]).map(({ name, why }) => `${name} by ${why}`)
}

test('code is found by what it means, after the first search of its project', async () => {
  expect(await found('dispatch an email')).toEqual([])
  await until('its meaning is known', async () => (await found('dispatch an email')).length > 0)
  expect((await found('dispatch an email'))[0]).toBe('sendLetter by meaning')
  expect((await found('discard expired items'))[0]).toBe('Cache.purgeStale by meaning')
  expect((await found('add numbers'))[0]).toBe('addNumbers by name')
})
