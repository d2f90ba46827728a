import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

test('a class whose base a function makes is called beside the constructor that it inherits', async () => {
  await expectMarkedCalls({
    'base.ts': `
export class Base { constructor(readonly size = 1) {} close() {} }
type Constructor = new (...args: any[]) => {}
export function Named<T extends Constructor>(of: T) { return class extends of { name() {} close() {} } }
export const Tagged = (of) => class Tagged extends of { tag() {} }
export function Own(of) { return class extends of { constructor() { super() } } } // #> Base.constructor
`,
    'main.ts': `
import { Base, Named, Own, Tagged } from './base'
class A extends Named(Base) {}
class B extends Tagged(Named(Base)) { close() {} }
class C extends Own(Base) {}
const Mixed = Named(Base)
class D extends Mixed {}
class E extends A { constructor() { super() } } // #> A Base.constructor
class F extends Tagged(Unknown) {}
new A().name() // #> A Base.constructor name
new A().close() // #> A Base.constructor close
new B().close() // #> B B.close Base.constructor
new C() // #> C constructor
new D() // #> Base.constructor D
new E() // #> E.constructor
`
      .replace(/ name$/m, ' Named.name')
      .replace(/ close$/m, ' Named.close')
      .replace(/ C constructor$/m, ' C Own.constructor'),
  })
  await expectPython(`
class Base:
    def __init__(self): pass
    def close(self): pass
def named(of):
    class Mixed(of):
        def name(self): pass
        def close(self): pass
    return Mixed
def own(of):
    class Owned(of):
        def __init__(self):
            super().__init__() #> Base.__init__
    return Owned
class A(named(Base)): pass
class B(own(named(Base))):
    def close(self): pass
G = named(Base)
class C(G): pass
class D(type('T', (Base,), {})): pass
class E(unknown(Base)): pass
A().name() #> A Base.__init__ named.Mixed.name
A().close() #> A Base.__init__ named.Mixed.close
B().close() #> B B.close own.Owned.__init__
C() #> Base.__init__ C
D() #> Base.__init__ D
E() #> E
`)
})

test('where several bases stand beside each other, what may come first is listed too', async () => {
  await expectPython(
    `
def made():
    class Made:
        def run(self): pass
    return Made
class Plain:
    def run(self): pass
class First(made(), Plain): pass
class Own(made(), Plain):
    def run(self): pass
First().run() #> First Plain.run made made.Made.run
Own().run() #> Own Own.run
`.replace('First Plain.run made made.Made.run', 'First Plain.run made.Made.run'),
  )
})
