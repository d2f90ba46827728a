import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallEdge } from '../../src/analysis/graph.ts'
import { impactOf } from '../../src/analysis/impact.ts'

const place = (n: number) => ({ file: 'a.ts', name: `f${n}`, line: n + 1 })
const edges = fc
  .array(fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom(0.5, 1)), { maxLength: 30 })
  .map((all) =>
    all.map(([from, to, confidence], line): CallEdge => ({ from: place(from), to: place(to), line, confidence })),
  )
const callsTo = (all: readonly CallEdge[]) => (_: string, name: string) => all.filter(({ to }) => to.name === name)
const unlimited = { depth: 1_000, most: 1_000 }

/** The number of calls between each function and one, computed by repeating until nothing changes. */
function distances(all: readonly CallEdge[], to: string): ReadonlyMap<string, number> {
  const known = new Map([[to, 0]])
  for (let round = 0; round < 10; round++)
    for (const edge of all) {
      const next = known.get(edge.to.name)
      if (next !== undefined) known.set(edge.from.name, Math.min(known.get(edge.from.name) ?? 99, next + 1))
    }
  known.delete(to)
  return known
}

test('everything that leads to a function is reached once, by as few calls as possible, whatever circles there are', () => {
  fc.assert(
    fc.property(edges, fc.nat(9), (all, n) => {
      const { reached, isCut } = impactOf([place(n)], callsTo(all), unlimited)
      expect(new Map(reached.map(({ name, depth }) => [name, depth]))).toEqual(distances(all, place(n).name))
      expect(new Set(reached.map(({ name }) => name)).size).toBe(reached.length)
      expect(isCut).toBe(false)
    }),
  )
})

test('each way begins with a call that exists, of something one step nearer', () => {
  fc.assert(
    fc.property(edges, fc.nat(9), (all, n) => {
      const { reached } = impactOf([place(n)], callsTo(all), unlimited)
      const depths = new Map([[place(n).name, 0], ...reached.map(({ name, depth }) => [name, depth] as const)])
      for (const { name, via, callLine, depth, confidence } of reached) {
        expect(all.some((edge) => edge.from.name === name && edge.to.name === via.name && edge.line === callLine)).toBe(
          true,
        )
        expect(depths.get(via.name)).toBe(depth - 1)
        expect(confidence).toBeGreaterThan(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a limit cuts what is further away, and says so', () => {
  fc.assert(
    fc.property(edges, fc.nat(9), fc.integer({ min: 1, max: 4 }), (all, n, depth) => {
      const whole = impactOf([place(n)], callsTo(all), unlimited).reached
      const cut = impactOf([place(n)], callsTo(all), { ...unlimited, depth })
      expect(cut.reached).toEqual(whole.filter((each) => each.depth <= depth))
      expect(cut.isCut).toBe(whole.length > cut.reached.length)
    }),
  )
})
