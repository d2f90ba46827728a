import fc from 'fast-check'
import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

/** A line of classes, each extending the one before; whether each has a constructor of its own. */
const lines = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })

/** What is called when an instance of the last of these classes is made: the constructor that runs, and the class where that is another's. */
function calledIn(own: readonly boolean[], name: string): string {
  const maker = own.lastIndexOf(true)
  const last = own.length - 1
  return [...(maker === -1 ? [] : [`C${maker}.${name}`]), ...(maker === last ? [] : [`C${last}`])].join(' ')
}

const above = (at: number) => (at === 0 ? 'Error' : `C${at - 1}`)

test('whoever makes an instance calls its class, wherever its constructor stands', async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (own) => {
      const called = calledIn(own, 'constructor')
      const made = `C${own.length - 1}`
      const classes = own.map((has, at) => {
        const body = has ? 'constructor(text) { super(text) }' : ''
        return `class C${at} extends ${above(at)} { ${body} }`
      })
      const uses = `
function fail() { throw new ${made}('x') } // #> ${called}
const reflected = Reflect.construct(${made}, ['x']) // #> ${called}
const make = (of) => new of('x') // #> ${called}
make(${made}) // #> make
`
      await expectMarkedCalls({ 'main.js': classes.join('\n') + uses })
    }),
  )
  await fc.assert(
    fc.asyncProperty(lines, async (own) => {
      const called = calledIn(own, '__init__')
      const made = `C${own.length - 1}`
      const classes = own.map((has, at) => {
        const body = has ? '    def __init__(self, text): pass' : '    pass'
        return `class C${at}(${at === 0 ? 'Factory' : above(at)}):\n${body}`
      })
      await expectPython(`
class Factory:
    @classmethod
    def make(cls): return cls('x') #> ${called}
${classes.join('\n')}
def fail(): raise ${made}('x') #> ${called}
${made}.make() #> Factory.make
`)
    }),
  )
})

test('a call of the constructor above that another class inherits goes by the class it is asked of', async () => {
  await expectMarkedCalls({
    'main.js': `
class Base { constructor() {} }
class Middle extends Base {}
class Last extends Middle {
  constructor() {
    super() // #> Base.constructor Middle
  }
}
new Last() // #> Last.constructor
`,
  })
})

test('a class is called where it is made through something else than a constructor of its own', async () => {
  await expectPython(`
from dataclasses import dataclass
class Single:
    def __new__(cls): pass
@dataclass
class Price:
    cents: int
    def __post_init__(self): pass
Single() #> Single Single.__new__
Price(1) #> Price Price.__post_init__
`)
})
