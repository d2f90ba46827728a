import { expect, test } from 'vitest'
import { js, ts } from './shown.ts'

test('Imports bind names of the other module', async () => {
  expect(
    await js(
      "import a, { b as c, default as d } from './x'\nimport * as ns from 'y'\nimport 'z'\nimport e from './j.json' with { type: 'json' }",
    ),
  ).toBe(
    'import ./x (default as a, b as c, default as d); import y (* as ns); import z (); import ./j.json (default as e)',
  )
  expect(await js("import { 'some name' as a } from './x'")).toBe('import ./x (some name as a)')
})

test('Imports of types run nothing', async () => {
  expect(
    await ts(
      "import type { A } from './a'\nimport { type B, c } from './b'\nimport { type D } from './d'\nimport type * as e from './e'",
    ),
  ).toBe('type import ./a (A); import ./b (B, c); type import ./d (D); type import ./e (* as e)')
})

test('Older forms of imports and exports are understood', async () => {
  expect(await ts("import e = require('f')\nimport g = H.I\nexport = e\nexport as namespace J")).toBe(
    'import f (* as e); const g = H.I; exported module.exports = e',
  )
})

test('Exports name what they export, and where it is from', async () => {
  expect(
    await js(
      "export { a, b as c, d as default }\nexport { e as f } from './x'\nexport * from './y'\nexport * as g from './z'",
    ),
  ).toBe('export (a as a, b as c, d as d); export ./x (e as f); export ./y (**); export ./z (* as g)')
  expect(await ts("export type { J } from './j'\nexport type * from './k'")).toBe(
    'type export ./j (J as J); type export ./k (**)',
  )
})

test('A default export is a declaration with its name, or a value', async () => {
  expect(await js('export default function () {}')).toBe('export (exported lambda() {} as default)')
  expect(await js('export default function f() {}')).toBe('exported f() {}; export (f as default)')
  expect(await js('export default class {}')).toBe('export (exported class undefined() {} as default)')
  expect(await js('export default a')).toBe('export (a as default)')
  expect(await js('export default a.b()')).toBe('export (a.b() as default)')
  expect(await js('export default (x) => x')).toBe('export (arrow exported lambda(/x) {return x} as default)')
  expect(await ts('export default interface A {}')).toBe('exported interface A() {}; export (A as default)')
  expect(await ts('export default abstract class A {}')).toBe('abstract exported class A() {}; export (A as default)')
})

test('Declarations are exported where they stand or elsewhere in the file', async () => {
  expect(await js('export const a = 1, b = () => {}\nexport function c() {}\nexport class D {}')).toBe(
    'const exported a = 1; const exported b = arrow lambda() {}; exported c() {}; exported class D() {}',
  )
  expect(await js('function a() {}\nfunction b() {}\nexport { a as c }')).toBe(
    'exported a() {}; b() {}; export (a as c)',
  )
  expect(await js('const a = 1\nexport default a')).toBe('const exported a = 1; export (a as default)')
})

test('CommonJS exports what is assigned', async () => {
  expect(
    await js(
      'function a() {}\nclass B {}\nfunction c() {}\nfunction d() {}\nmodule.exports = { a, b: B }\nexports.d = c',
    ),
  ).toBe(
    "exported a() {}; exported class B() {}; exported c() {}; d() {}; exported module.exports = map('a': a, 'b': B); exported exports.d = c",
  )
  expect(await js('function a() {}\nexports = module.exports = a')).toBe(
    'exported a() {}; exported exports = module.exports = a',
  )
  expect(await js('module.exports.f = function () {}')).toBe('exported module.exports.f = lambda() {}')
})
