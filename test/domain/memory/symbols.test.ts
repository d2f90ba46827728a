import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { symbolsOf } from '../../../src/domain/memory/distil-repairs.ts'

describe('the names that a patch declares', () => {
  it.each([
    ['export async function load(path) {', 'load'],
    ['def parse_range(text):', 'parse_range'],
    ['    def valid?', 'valid?'],
    ['pub(crate) unsafe fn open() -> File {', 'open'],
    ['func (s *Server) Close() error {', 'Close'],
    ['fun main() {', 'main'],
    ['class Store:', 'Store'],
    ['export default abstract class Store {', 'Store'],
    ['export interface Line {', 'Line'],
    ['data class Point(val x: Int)', 'Point'],
    ['impl Parser {', 'Parser'],
    ['type Shape = Circle | Square', 'Shape'],
    ['const go = async (x: number): Promise<void> => {', 'go'],
    ['let twice = n => n * 2', 'twice'],
    ['export const MAX_SIZE = 3', 'MAX_SIZE'],
    ['CREATE TABLE IF NOT EXISTS users (', 'users'],
    ['create or replace view app.names as', 'app.names'],
  ])('%j', (line, name) => {
    expect(symbolsOf(`+${line}`, 4)).toEqual([name])
    expect(symbolsOf(`-${line}`, 4)).toEqual([`removed ${name}`])
    expect(symbolsOf(` ${line}\n+  more`, 4)).toEqual([name])
    expect(symbolsOf(` ${line}\n   the same`, 4)).toEqual([])
  })

  it.each([
    'if (ready) {',
    'while (true) {',
    'const small = 3',
    'a function that sums',
    'constructor() {',
    'function if() {',
    `function long() { ${'x'.repeat(400)}`,
  ])('are none in %j', (line) => {
    expect(symbolsOf(`+${line}`, 4)).toEqual([])
  })

  it('are first those added, then those removed, then those whose body changed', () => {
    const patch = [' def kept():', '-    a', '+    b', '-def old():', '+def fresh():', '-def same():', '+def same(x):']
    expect(symbolsOf(patch.join('\n'), 9)).toEqual(['fresh', 'same', 'removed old', 'kept'])
    expect(symbolsOf(patch.join('\n'), 2)).toEqual(['fresh', 'same'])
  })

  it('stand in the patch, once each, and no more of them than are asked for', () => {
    const line = fc
      .tuple(
        fc.constantFrom('+', '-', ' '),
        fc.constantFrom('def ', 'class ', '  x = '),
        fc.stringMatching(/^[A-Z]\w{0,2}$/),
      )
      .map(([sign, kind, name]) => `${sign}${kind}${name}`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 0, max: 5 }), (lines, max) => {
        const found = symbolsOf(lines.join('\n'), max)
        const names = found.map((name) => name.replace(/^removed /, ''))
        expect(new Set(names).size).toBe(found.length)
        expect(found.length).toBeLessThanOrEqual(max)
        for (const name of names)
          expect(lines.some((each) => /def|class/.test(each) && each.endsWith(` ${name}`))).toBe(true)
      }),
    )
  })
})
