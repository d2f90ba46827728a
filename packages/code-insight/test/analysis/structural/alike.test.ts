import { expect, test } from 'vitest'
import { callsOf } from '../../../src/analysis/calls.ts'
import type { CodeSources } from '../../../src/analysis/facts.ts'
import { memorySources } from '../memory-sources.ts'

/** How often a part of an entity is read while the calls of a program are resolved in which every class has methods `get`. */
async function readsIn(classes: number): Promise<number> {
  let reads = 0
  const get = (of: object, part: string | symbol): unknown => {
    reads++
    return Reflect.get(of, part)
  }
  const files = Array.from({ length: classes }, (_, at) => {
    const text = `int get() { return new C${(at + 1) % classes}().get(1) + any().get(); } int get(int a) { return this.get(); }`
    return [`p${at % 3}/C${at}.java`, `package p${at % 3};\nclass C${at} { ${text} }\n`]
  })
  const sources = await memorySources(Object.fromEntries(files))
  const counted = new Map(
    files.map(([path = '']) => {
      const facts = sources.facts(path)
      const entities = facts?.outline.entities.map((entity) => new Proxy(entity, { get }))
      return [path, facts && Object.assign({}, facts, { outline: Object.assign({}, facts.outline, { entities }) })]
    }),
  )
  const reading: CodeSources = Object.assign({}, sources, { facts: (path: string) => counted.get(path) })
  callsOf([...counted.keys()], reading)
  return reads
}

test('twice as many classes with methods of one name take twice as long to resolve', async () => {
  expect(await readsIn(60)).toBeLessThan(2.5 * (await readsIn(30)))
})
