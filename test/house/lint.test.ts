import { expect, test } from 'vitest'
import { lintErrors } from './lint.ts'
import { sample } from './sample.ts'

// The project itself is held against the same by `npm run lint`
test('well-formed code passes', async () => {
  expect(await lintErrors(sample({ 'src/a.ts': 'export const a = 1\n' }))).toBe('')
})

test.each([
  ['format', 'export const a = "one";\n'],
  ['noExplicitAny', 'export const a: any = 1\n'],
  ['noUnusedVariables', 'const a = 1\n'],
  ['noUnusedImports', "import { join } from 'node:path'\n\nexport const a = 1\n"],
  ['useNodejsImportProtocol', "import { join } from 'path'\n\nexport const a = join('a')\n"],
  ['useImportExtensions', "import { b } from './b'\n\nexport const a = b\n"],
  ['noDefaultExport', 'export default 1\n'],
])('%s is an error', async (rule, text) => {
  expect(await lintErrors(sample({ 'src/a.ts': text, 'src/b.ts': 'export const b = 1\n' }))).toContain(rule)
})

test('a behaviour and an operation are exported by default', async () => {
  const files = { 'src/behaviours/capture/a.ts': 'export default 1\n', 'src/operations/b.ts': 'export default 1\n' }
  expect(await lintErrors(sample(files))).toBe('')
})
