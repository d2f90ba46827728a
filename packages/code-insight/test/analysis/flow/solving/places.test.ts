import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

const FUNCTIONS = 'def a(): pass\ndef b(): pass\ndef c(): pass\ndef d(): pass\n'

test('a starred target takes what the others leave, and those after it count from the end', async () => {
  await expectPython(`${FUNCTIONS}
head, *rest = a, b, c
head() #> a
rest[0]() #> b
rest[-1]() #> c
for each in rest:
    each() #> b c
*_, last = [a, b, c]
last() #> c
start, *middle, end = (a, b, c, d)
end() #> d
middle[1]() #> c
for label, *fns in [("x", a, b), ("y", c, d)]:
    fns[0]() #> a c
def gen():
    yield a
    yield b
first, *more = gen() #> gen
first() #> a b
more[0]() #> a b
match [a, b, c, d]:
    case [one, *others, final]:
        final() #> d
        others[0]() #> b
`)
})

test('an index below zero and a slice with constant bounds take their places; what was added may stand at any', async () => {
  await expectPython(`${FUNCTIONS}
xs = [a, b]
ys = [a, b, c]
ys[-1]() #> c
ys[1:][0]() #> b
ys[1:-1][0]() #> b
ys[:len(ys)][0]() #> a b c
for each in xs[1:]:
    each() #> b d
xs.append(d)
xs[-1]() #> a b d
`)
})

test('a constant key takes its value, however it came into the map; another key takes any', async () => {
  await expectPython(`${FUNCTIONS}
D = {"a": a}
D.update({"b": b})
D.update(c=c)
D["a"]() #> a
D["b"]() #> b
D["c"]() #> c
D.get("a")() #> a
D.pop("b")() #> b
D.get(input())() #> a b c
for key in D:
    D[key]() #> a b c
P = dict(x=a, y=b)
P["y"]() #> b
P.get("z", d)() #> d
Q = {key: value for key, value in P.items()}
Q["x"]() #> a
R = P | {"z": c}
R["z"]() #> c
`)
})

test('keyword arguments keep their names when they are handed on', async () => {
  await expectPython(`${FUNCTIONS}
def outer(**options):
    options["on"]() #> a
    inner(**options) #> inner
def inner(on, off):
    on() #> a
    off() #> b
outer(on=a, off=b) #> outer
`)
})

test("a constant with a name is a key of its own: an enum's member, a class", async () => {
  await expectPython(`${FUNCTIONS}
from enum import Enum, auto
class Mode(Enum):
    FAST = auto()
    SLOW = auto()
H = {Mode.FAST: a, Mode.SLOW: b}
H[Mode.SLOW]() #> b
H.get(Mode.FAST)() #> a
for mode in Mode:
    H[mode]() #> a b
T = {int: a, str: b}
T[int]() #> a
T[type(3)]() #> a b
KEY = "k"
K = {KEY: a}
K[KEY]() #> a
K["k"]() #> a
U = {"k": b}
U[KEY]() #> b
`)
})

test('places in a pair are kept apart', async () => {
  await expectPython(`${FUNCTIONS}
for fn, other in zip([a], [b]):
    fn() #> a
for key, fn in {a: b}.items():
    fn() #> b
    key() #> a
`)
})

test('a key that is also the name of a builtin method leads to what was put in, too', async () => {
  await expectMarkedCalls({
    'a.py': `
class Upper:
    name = "upper"
    def receive(self): pass
plugins = {}
def add(plugin): plugins[plugin.name] = plugin
add(Upper())
plugins["upper"].receive() #> Upper.receive
plugins["u"].receive() #> Upper.receive
`,
    'a.js': `
class Projection { receive() {} }
const plugins = {}
const add = (plugin, name) => { plugins[name] = plugin }
add(new Projection(), 'map')
plugins['map'].receive() // #> Projection.receive
const f = () => {}
const list = [f]
list['map']() // #>
`,
  })
})
