import { expect, test } from 'vitest'
import { emptyNames } from './names.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('no file or folder of the project has a meaningless name', () => {
  expect(emptyNames(PROJECT)).toEqual([])
})

test('a folder, a file and a word in kebab or camel case are found, and similar words are not', () => {
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
