import { expect, test } from 'vitest'
import { undescribed } from './docstrings.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('a line above everything that the project exports says what it is for', () => {
  expect(undescribed(PROJECT)).toEqual([])
})

test('bare exports are found, whatever they are; described, private and default ones are not', () => {
  const text = `// The head of the file.

export const bare = 1
export interface Bare {}
export type B = 1
export function f(): void {}
/** For a test. */
export const described = 1
// For a test.
export class Described {}
/** Far above. */

export const far = 1
const own = 1
/** Two forms. */
export function g(a: string): void
export function g(a: number): void
export function g(a: unknown): void {}
/** A run. */
export const r = 1
export type R = 1
export function h(): void {}
export { own }
export default own
`
  const bare = [3, 4, 5, 6, 13, 22].map((line) => `src/a.ts:${line}`)
  expect(undescribed(sample({ 'src/a.ts': text, 'test/b.ts': 'export const b = 1\n' }))).toEqual(bare)
})
