import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'
import { typeErrors } from './types.ts'

const config = JSON.stringify({ extends: join(PROJECT, 'tsconfig.json'), include: ['src'] })

test('the whole project type-checks, and what must not compile does not', async () => {
  expect(await typeErrors(PROJECT)).toBe('')
}, 60_000)

test('a wrong type is an error', async () => {
  const folder = sample({ 'tsconfig.json': config, 'src/a.ts': "export const a: number = 'one'\n" })
  expect(await typeErrors(folder)).toContain('src/a.ts(1,14): error TS2322')
})

test('a line that is said not to compile, and does, is an error', async () => {
  const folder = sample({ 'tsconfig.json': config, 'src/a.ts': '// @ts-expect-error never\nexport const a = 1\n' })
  expect(await typeErrors(folder)).toContain('TS2578')
})

test('an enum, which only a compiler can run, is an error', async () => {
  const folder = sample({ 'tsconfig.json': config, 'src/a.ts': 'export enum A {\n  One,\n}\n' })
  expect(await typeErrors(folder)).toContain('TS1294')
})
