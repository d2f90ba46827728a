import { expect, test } from 'vitest'
import { callsOf } from '../../../../src/analysis/calls.ts'
import { memorySources } from '../../memory-sources.ts'
import { expectMarkedCalls, expectPython } from './marked.ts'

test("an operator of the project's own gives what its method returns, not its operands", async () => {
  await expectPython(`
class Threshold:
    def __or__(self, other): return Either(self, other) #> Either.__init__
    def __call__(self): pass
class Either:
    def __init__(self, left, right): self.left = left
    def __call__(self): self.left() #> Threshold.__call__
class Odd:
    def __call__(self): pass
check = Threshold() | Odd() #> Threshold Threshold.__or__ Odd
check() #> Either.__call__
`)
})

test('an operator in place runs its own method, and the plain one where there is none', async () => {
  await expectPython(`
class V:
    def __add__(self, other): pass
    def __iadd__(self, other): return self
    def go(self): pass
class W:
    def __add__(self, other): return W() #> W
    def go(self): pass
v, w = V(), W()
v += w #> V.__iadd__
w += v #> W.__add__
v.go() #> V.go
w.go() #> W.go
`)
})

test('an operator on lists or maps gives what both hold, and adds it to the first in place', async () => {
  await expectPython(`
def f(): pass
def g(): pass
hooks = [f]
same = hooks
hooks += [g]
for hook in same:
    hook() #> f g
for hook in [f] + [g]:
    hook() #> f g
for hook in [f] * 2:
    hook() #> f
table = {"a": f}
table |= {"b": g}
table["b"]() #> g
`)
})

test('deleting runs the methods for that, and reads nothing', async () => {
  await expectPython(`
class Key:
    def go(self): pass
class Cache:
    def __getitem__(self, key): pass
    def __delitem__(self, key): key.go() #> Key.go
    def __delattr__(self, name): pass
    @property
    def size(self): pass
def key(): return Key() #> Key
cache, other = Cache(), Cache()
del cache[key()] #> Cache.__delitem__ key
del cache[1], (other[1:2], other.size) #> Cache.__delitem__ Cache.__delattr__
del cache
`)
  await expectMarkedCalls({
    'a.js': `
class Cache { get size() { return 1 } make() { return this } }
const cache = new Cache()
delete cache.make().size // #> Cache.make
`,
  })
})

test('membership asks what says so itself, and loops over what does not', async () => {
  await expectPython(`
class Set:
    def __contains__(self, item): pass
    def __iter__(self): return iter([])
class Walk:
    def __iter__(self): return self
    def __next__(self): pass
class Row:
    def __getitem__(self, at): pass
1 in Set() #> Set Set.__contains__
1 in Walk() #> Walk Walk.__iter__ Walk.__next__
1 not in Row() #> Row Row.__getitem__
`)
})

test('an operator on what may be a number or text is no certain call', async () => {
  const text = `
class V:
    def __init__(self, x): self.x = x
    def __mul__(self, k): return V(self.x * k)
    __rmul__ = __mul__
def scale(v, k): return v * k
scale(V(1), 2)
scale(2, V(1))
V(1) * 2
`
  const { edges = [] } = callsOf(['a.py'], await memorySources({ 'a.py': text })).get('a.py') ?? {}
  const sure = edges.filter(({ to, confidence }) => to.name === 'V.__mul__' && confidence === 1)
  expect(sure.map(({ from, line }) => `${from.name} ${line}`)).toEqual(['<module> 9'])
})
