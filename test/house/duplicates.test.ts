import { expect, test } from 'vitest'
import { duplicateTypes } from './duplicates.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('no two exported types of src/ have one name', () => {
  expect(duplicateTypes(PROJECT)).toEqual([])
})

test('interfaces, aliases and classes count; what is private, passed on or in a test does not', () => {
  const files = {
    'src/a.ts': 'export interface Line {}\nexport type Told = 1\ntype Own = 1\nexport const line = 1\n',
    'src/b.ts': 'export class Line {}\ntype Told = 2\ntype Own = 2\nexport const line = 2\n',
    'src/c.ts': "export type { Line } from './a.ts'\n",
    'test/d.ts': 'export type Line = 1\n',
  }
  expect(duplicateTypes(sample(files))).toEqual(['Line: src/a.ts, src/b.ts'])
})
