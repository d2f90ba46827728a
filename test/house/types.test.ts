import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'
import { typeErrors } from './types.ts'

const config = JSON.stringify({ extends: join(PROJECT, 'tsconfig.json'), include: ['src'] })

// The project itself is held against the same by `npm run types`
test('a wrong type is an error, and a line that is said not to compile and does, and an enum; what is right is none', async () => {
  const folder = sample({
    'tsconfig.json': config,
    'src/wrong.ts': "export const a: number = 'one'\n",
    'src/compiles.ts': '// @ts-expect-error never\nexport const a = 1\n',
    'src/enum.ts': 'export enum A {\n  One,\n}\n',
    'src/right.ts': 'export const a: number = 1\n',
  })
  const errors = await typeErrors(folder)
  expect(errors).toContain('src/wrong.ts(1,14): error TS2322')
  expect(errors).toContain('src/compiles.ts(1,1): error TS2578')
  expect(errors).toContain('src/enum.ts(1,13): error TS1294')
  expect(errors).not.toContain('src/right.ts')
}, 60_000)
