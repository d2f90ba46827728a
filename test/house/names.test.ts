import { expect, test } from 'vitest'
import { emptyNames } from './names.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('no file or folder of the project has an empty name', () => {
  expect(emptyNames(PROJECT)).toEqual([])
})

test('a folder, a file, a word in dashes and a word in humps are found, and words that only look alike are not', () => {
  const files = {
    'src/utils/a.ts': '',
    'src/helpers.ts': '',
    'test/path-util.test.ts': '',
    'scripts/taskManager.mjs': '',
    'Misc.md': '',
    'src/commonplace.ts': '',
    'src/servicing.ts': '',
  }
  expect(emptyNames(sample(files))).toEqual([
    'Misc.md',
    'scripts/taskManager.mjs',
    'src/helpers.ts',
    'src/utils',
    'test/path-util.test.ts',
  ])
})
