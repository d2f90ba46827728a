import { test } from 'vitest'
import { expectMarkedCalls } from '../../flow/solving/marked.ts'

test('an object that listens is called by its handleEvent', async () => {
  await expectMarkedCalls({
    'main.js': `
class Knob {
  handleEvent(event) {
    this.turn(event) // #> Knob.turn
  }
  turn() {}
}
const panel = new EventTarget()
const knob = new Knob()
panel.addEventListener('turn', knob) // #> Knob.handleEvent
addEventListener('turn', knob) // #> Knob.handleEvent
`,
  })
})
