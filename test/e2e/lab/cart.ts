import type { Block, Turn } from './mock-api.ts'
import type { World } from './world.ts'

/** The project of the story in README: totals that are off by a cent, and a test that shows it. */
export const cartFiles: Record<string, string> = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cart.mjs': `// Prices in euros, quantities as they come from the form
export const total = (lines) => Math.round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100
`,
  'test/cart.test.mjs': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/cart.mjs'

test('each line is rounded to a cent', () => {
  assert.equal(total([{ price: 0.333, quantity: 1 }, { price: 0.333, quantity: 1 }]), 0.66)
})
`,
}

/** The prompt of the story. */
export const cartPrompt = 'The checkout total is off by a cent for some carts. Find out why and fix it.'

/** The agent's turn: it runs the test, reads, edits, runs the test again, commits and answers. */
export function cartTurns({ project }: Pick<World, 'project'>): Turn[] {
  const path = `${project}/src/cart.mjs`
  return [
    [bash('npm test', 'Run the tests')],
    [{ type: 'tool_use', name: 'Read', input: { file_path: path } }],
    [{ type: 'tool_use', name: 'Edit', input: { file_path: path, ...EDIT } }],
    [bash('npm test', 'Run the tests again')],
    [bash('git commit -qam "fix(cart): round each line instead of the sum"', 'Commit the fix')],
    [{ type: 'text', text: ANSWER }],
  ]
}

const EDIT = {
  old_string: 'Math.round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100',
  new_string: 'lines.reduce((sum, { price, quantity }) => sum + Math.round(price * quantity * 100), 0) / 100',
}

const ANSWER = `The sum was rounded **once**, at the end; the invoice rounds each line. \`total\` in \`src/cart.mjs\` now rounds each line too:

| Cart | Before | Now |
|---|---:|---:|
| 2 lines of 0.333 | 0.67 | 0.66 |
| 3 lines of 0.125 | 0.38 | 0.39 |

1. The test fails without the change and passes with it.
2. The fix is committed.

Should I check the invoice export for the same mistake?`

const bash = (command: string, description: string): Block => ({
  type: 'tool_use',
  name: 'Bash',
  input: { command, description },
})
