import { test } from 'vitest'
import { expectPython } from './marked.ts'

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
