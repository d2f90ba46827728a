import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { loadCompiler } from '../../../src/process/checker/compiler.ts'
import { optionsOf } from '../../../src/process/checker/config.ts'
import type { CompilerDisk } from '../../../src/process/checker/disk.ts'

const { ts } = loadCompiler(createRequire(import.meta.url).resolve('typescript'))

/** The options of `/tsconfig.json` among some files, and how often one was read. */
function options(files: Readonly<Record<string, object>>) {
  let reads = 0
  const text = (path: string) => {
    reads++
    return files[path] && JSON.stringify(files[path])
  }
  const disk = { text, fileExists: (path: string) => path in files } as unknown as CompilerDisk
  return { found: optionsOf(ts, disk, '/tsconfig.json'), reads }
}

test('a configuration has the options of those that it extends', () => {
  const { found } = options({
    '/tsconfig.json': { extends: './base.json', compilerOptions: { jsx: 'react' } },
    '/base.json': { compilerOptions: { experimentalDecorators: true, jsx: 'preserve' } },
  })
  expect(found).toMatchObject({ experimentalDecorators: true, jsx: ts.JsxEmit.React })
})

test('of configurations that extend each other in a ring, a hundred are read', () => {
  const ring = Array.from({ length: 300 }, (_, n) => [
    `/t${n}.json`,
    { extends: [`./t${(n + 1) % 300}.json`, `./t${(n + 7) % 300}.json`] },
  ])
  const { found, reads } = options({
    ...Object.fromEntries(ring),
    '/tsconfig.json': { extends: ['./t0.json', './t1.json'] },
  })
  expect(found).toMatchObject({ allowJs: true })
  expect(reads).toBe(101)
})
