import { test } from 'vitest'
import { expectPython } from './marked.ts'

test('what a function makes of a class that it is given is an instance of the class that this call gives', async () => {
  await expectPython(`
class Doc:
    @classmethod
    def load(cls):
        doc = cls()
        doc.stamp() #> Doc.stamp Memo.stamp
        return doc
    def stamp(self): pass
    def clone(self):
        return type(self)()
    def like(self):
        return self.__class__()
class Memo(Doc):
    def stamp(self): pass
doc = Doc.load() #> Doc.load
memo = Memo.load() #> Doc.load
doc.stamp() #> Doc.stamp
memo.stamp() #> Memo.stamp
doc.clone().stamp() #> Doc.clone Doc.stamp
memo.like().stamp() #> Doc.like Memo.stamp
def build(kind):
    return kind()
build(Doc).stamp() #> build Doc.stamp
build(Memo).stamp() #> build Memo.stamp
`)
})

test('arguments that are handed on as a list keep their places, the receiver too', async () => {
  await expectPython(`
def deco(fn):
    def wrapper(*args, **kw):
        return fn(*args, **kw) #> Duo.go
    return wrapper
class A:
    def hi(self): pass
class B:
    def hi(self): pass
class Duo:
    @deco
    def go(self, a, b):
        self.me() #> Duo.me
        a.hi() #> A.hi
        b.hi() #> B.hi
    def me(self): pass
Duo().go(A(), B())
`)
})

test('a function that hands itself more and more, or less and less, comes to an end', async () => {
  await expectPython(`
def f(): pass
def more(*args):
    args[0]() #> f
    more(1, *args) #> more
def less(xs):
    xs[0]() #> f
    less(xs[1:]) #> less
    less(xs[:]) #> less
more(f) #> more
less([f, f, f]) #> less
`)
})
