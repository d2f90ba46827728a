import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

test('next asks what is an iterator already, without asking it for one', async () => {
  await expectPython(`
def f(): pass
def gen(): yield f
class It:
    def __iter__(self): return self
    def __next__(self): return 1
it = It()
next(it) #> It.__next__
next(gen())() #> f gen
`)
})

test('a generator that hands on several iterators of one class asks each of them', async () => {
  await expectPython(`
class Shelf:
    def __iter__(self): yield 1
def both(first, second):
    yield from first #> Shelf.__iter__
    yield from second #> Shelf.__iter__
list(both(Shelf(), Shelf()))
`)
  await expectMarkedCalls({
    'a.js': `
class Shelf { *[Symbol.iterator]() { yield 1 } }
function* both(first, second) {
  yield* first // #> Shelf.[Symbol.iterator]
  yield* second // #> Shelf.[Symbol.iterator]
}
for (const each of both(new Shelf(), new Shelf())) {}
`,
  })
})
