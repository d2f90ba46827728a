import { test } from 'vitest'
import { expectMarkedCalls } from './marked.ts'

test('where a method of an object without a name is known to be called, other implementations of the interface are no answer', async () => {
  await expectMarkedCalls({
    'main.ts': `
interface Filter { keep?(line: string): string }
class Trim implements Filter { keep(line: string) { return line } }
const filter = (given: Filter): Filter => given
const plain = filter({ keep: (line) => line })
plain.keep!('a') // #>
new Trim().keep('b') // #> Trim Trim.keep
function run(any: Filter) {
  any.keep!('c') // #> Trim.keep
}
`,
  })
})
