import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

test('functions in lists are called by the names that a pattern gives them', async () => {
  await expectMarkedCalls({
    'main.js': `
function f() {}
function g() {}
const [a, b] = [f, g]
a() // #> f
b() // #> g
let c, d;
[c, d] = [f, g]
c() // #> f
d() // #> g
const pair = [f, g]
const [, y] = pair
y() // #> g
const make = () => [f, g]
const [m, ...rest] = make()
m() // #> f
rest[0]() // #> g
const { u, w: [z] } = { u: f, w: [g] }
u() // #> f
z() // #> g
const take = ([r, s]) => s() // #> g
take([f, g])
`,
  })
  await expectPython(`
def f(): pass
def g(): pass
a, b = f, g
a() #> f
[c, d] = [f, g]
d() #> g
pair = (f, g)
x, y = pair
y() #> g
def make(): return f, g
m, *rest = make()
m() #> f
rest[0]() #> g
(q, (r, s)) = (f, (g, f))
r() #> g
`)
})

test('what is raised by way of a receiver is made there', async () => {
  await expectPython(`
class Bad(Exception):
    def __init__(self, why): pass
class Plain(Exception): pass
class Base:
    Failure = Bad
    Other = Plain
    def __init__(self): self.kept = Bad
    def make(self): return Bad('x') #> Bad.__init__
    def one(self): raise self.Failure('x') #> Bad.__init__
    def two(self): raise self.Other('x') #> Plain
    def three(self): raise self.kept('x') #> Bad.__init__
    def four(self): raise self.make() from None #> Base.make
    def five(self): raise type(self).Failure('x') #> Bad.__init__
    @classmethod
    def eight(cls): raise cls.Failure('x') #> Bad.__init__
    @property
    def seen(self): return Bad
    def nine(self): raise self.seen('x') #> Bad.__init__ Base.seen
`)
})

test('what a function without a name calls is called by the function around it, however it is returned', async () => {
  await expectMarkedCalls({
    'main.js': `
function helper() {}
function returned() { return function () { helper() } } // #> helper
const arrow = () => () => helper() // #> helper
function either(x) { return x ? () => helper() : function () { helper() } } // #> helper
function members() { return { run() { helper() }, go: () => helper() } } // #> helper helper
class Maker { make() { return () => helper() } } // #> helper
returned()() // #> returned
arrow()() // #> arrow
either(1)() // #> either
members().run() // #> members members.run
new Maker().make()() // #> Maker Maker.make
`,
    'whole.js': `
module.exports = function () { inner() } // #> inner
function inner() {}
`,
    'uses.js': `
const whole = require('./whole.js')
whole() // #> default
`,
  })
})
