import { expect, test } from 'vitest'
import { errorsIn, errorWords, showsError } from '../../../src/domain/retrieval/error-text.ts'

const isSame = (shown: string, recorded: string) => showsError(errorWords(recorded), errorsIn(shown))

test('an error is the same whatever the folders, lines, numbers and marks around it', () => {
  const recorded =
    "Failed: npm test → TypeError: Cannot read properties of undefined (reading 'berths') at /a/b/pier.ts:4:2"
  expect(
    isSame('TypeError: Cannot read properties of undefined (reading "berths")\n   at C:\\x\\pier.ts:88:1', recorded),
  ).toBe(true)
  expect(isSame('TypeError: Cannot read properties of undefined (reading "boats")', recorded)).toBe(true)
  expect(isSame('RangeError: Invalid tide length', recorded)).toBe(false)
})

test('a short error is known by its kind and what it names', () => {
  expect(isSame("KeyError: 'pier'", "python import.py → KeyError: 'pier'")).toBe(true)
  expect(isSame("KeyError: 'boat'", "python import.py → KeyError: 'pier'")).toBe(false)
})

test.each([
  'exit code 1',
  "Error: The process '/opt/tools/harbour' failed with exit code 1",
  'error: script "lint" exited with code 2',
  'ERROR: pilot failed: exit status 3',
  'Error: test failed',
  'Tests: 1 failed, 12 passed',
  'the errors are not handled well, please look at the uploader',
  'for example: add the licence of the harbour to this file',
])('%s is the error of nothing', (line) => {
  expect(showsError(errorWords(`${line} and Failed: npm test → 1 failed, error`), errorsIn(line))).toBe(false)
})
