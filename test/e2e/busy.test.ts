import { afterAll, expect, it } from 'vitest'
import { CALLS, callsKept, importing, live, loopsPerCore, prepared } from './lab/busy.ts'
import type { World } from './lab/world.ts'

let world: World | undefined
const undo: (() => void)[] = []
afterAll(async () => {
  for (const step of undo) step()
  await world?.close()
})

it('with two endless loops per core and an import, no call is lost, and a rule acts or the person is told that it did not', async () => {
  world = await prepared()
  undo.push(loopsPerCore(2), importing(world))
  const { lines, isTold, rule, seconds } = await live(world, 0)
  process.stdout.write(`on a busy machine, in ${seconds} s: ${lines.length} lines about a hook, told: ${isTold}\n`)
  for (const line of lines) process.stdout.write(`  ${line}\n`)
  expect(rule).not.toBe('neither')
  for (const step of undo.splice(0)) step()
  // Two calls were made before
  await expect.poll(() => callsKept(world as World)).toBe(2 + CALLS)
})
