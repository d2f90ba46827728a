import { test } from 'vitest'
import { expectMarkedCalls } from './marked.ts'

test("what a decorator stores in a method's descriptor takes the method's place, whether it returns it or not", async () => {
  await expectMarkedCalls({
    'main.ts': `
function checked(target: unknown, key: string, found: PropertyDescriptor) {
  const before = found.value
  found.value = function (...args: unknown[]) {
    return before.apply(this, args) // #> Till.open
  }
  return found
}
function counted(name: string) {
  return (target: object, key: string | symbol, found: PropertyDescriptor) => {
    const before = found.value
    found.value = function tally(...args: unknown[]) {
      return before.call(this, ...args) // #> Till.close
    }
  }
}
class Till {
  @checked open() {}
  @counted('x') static close() {}
}
new Till().open() // #> Till Till.open checked.found.value
Till.close() // #> Till.close counted.found.value
`,
  })
})

test('so does the value of a descriptor that it returns, and the getter that it stores in one', async () => {
  await expectMarkedCalls({
    'main.ts': `
const spread = () => (target: object, key: string, found: PropertyDescriptor) => ({
  ...found,
  value(...args: unknown[]) {
    return found.value.apply(this, args) // #> Till.open
  },
})
function cached(target: object, key: string, found: PropertyDescriptor) {
  const read = found.get!
  found.get = function kept() {
    return read.call(this) // #> Till.sum
  }
}
class Till {
  @spread() open() {}
  @cached get sum() { return 1 }
}
const till = new Till()
till.open() // #> Till.open spread.value
till.sum // #> Till.sum cached.found.get
`,
  })
})

test('a method stays what it is under a decorator that replaces nothing; one with two parameters may get either form', async () => {
  await expectMarkedCalls({
    'main.ts': `
const names: string[] = []
function noted(target: object, key: string, found: PropertyDescriptor) { names.push(key) }
function standard(method: Function, context: unknown) {
  return function instead(this: unknown) {
    return method.call(this) // #> Till.close
  }
}
class Till {
  @noted open() {}
  @standard close() {}
}
new Till().open() // #> Till Till.open
new Till().close() // #> Till Till.close standard.instead
`,
  })
})
