import { test } from 'vitest'
import { expectMarkedCalls } from './marked.ts'

test('a member that is read before it is overwritten in the same function is what it was before', async () => {
  await expectMarkedCalls({
    'main.js': `
function trace(owner, name) {
  const before = owner[name]
  owner[name] = function traced(...args) {
    return before.apply(this, args) // #> Lamp.on
  }
}
class Lamp { on() {} off() {} }
trace(Lamp.prototype, 'on')
new Lamp().on() // #> Lamp Lamp.on trace.traced
const off = Lamp.prototype.off
Lamp.prototype.off = function () {
  return off.call(this) // #> Lamp.off
}
`,
  })
})

test('one that is read of the receiver, or after it was overwritten, may be what is stored there', async () => {
  await expectMarkedCalls({
    'main.js': `
class Chain {
  constructor() { this.run = () => {} }
  use(step) {
    const next = this.run
    this.run = function wrapped() {
      step()
      next() // #> Chain.run Chain.run
    }
  }
}
const api = { load() {} }
api.load = function replaced() {}
const load = api.load
load() // #> api.load api.load
`,
  })
})
