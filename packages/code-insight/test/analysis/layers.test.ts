import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cyclesOf, layersOf } from '../../src/analysis/layers.ts'

const graph = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 25 }).map((edges) => {
  const uses = new Map(Array.from({ length: 10 }, (_, n) => [`n${n}`, new Set<string>()]))
  for (const [from, to] of edges) if (from !== to) uses.get(`n${from}`)?.add(`n${to}`)
  return uses
})

function reachable(uses: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...(uses.get(start) ?? [])]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    open.push(...(uses.get(node) ?? []))
  }
  return seen
}

test('nodes are in one circle exactly if each leads to the other', () => {
  fc.assert(
    fc.property(graph, (uses) => {
      const cycles = cyclesOf(uses)
      for (const a of uses.keys())
        for (const b of uses.keys()) {
          const together = a !== b && reachable(uses, a).has(b) && reachable(uses, b).has(a)
          expect(cycles.some((cycle) => cycle.includes(a) && cycle.includes(b) && a !== b)).toBe(together)
        }
    }),
  )
})

test('what is used stands in a lower layer, or in the same one if it is part of the same circle', () => {
  fc.assert(
    fc.property(graph, (uses) => {
      const [layers, cycles] = [layersOf(uses), cyclesOf(uses)]
      for (const [from, all] of uses)
        for (const to of all) {
          const isCircle = cycles.some((cycle) => cycle.includes(from) && cycle.includes(to))
          const step = (layers.get(from) ?? -1) - (layers.get(to) ?? -1)
          if (isCircle) expect(step).toBe(0)
          else expect(step).toBeGreaterThan(0)
        }
      expect(layers.size).toBe(uses.size)
    }),
  )
})

test('a chain of a hundred thousand nodes is no problem', () => {
  const uses = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, new Set(n < 99_999 ? [`${n + 1}`] : ['0'])]))
  expect(cyclesOf(uses)[0]).toHaveLength(100_000)
})
