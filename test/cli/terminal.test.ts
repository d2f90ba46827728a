import type { WriteStream } from 'node:tty'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { paintFor, wrapFor } from '../../src/cli/terminal.ts'

const terminal = (columns: number) => ({ isTTY: true, columns }) as WriteStream
const words = fc.array(fc.string({ minLength: 1, maxLength: 12 }).filter((word) => /^[\w.]+$/.test(word)))

describe('text on a terminal', () => {
  test('wraps at spaces and keeps the indentation; a line that fits keeps its columns', () => {
    const text = 'a  b   2026\n  told to the next session, all of it, and forgotten again'
    expect(wrapFor(terminal(40), text)).toBe(
      'a  b   2026\n  told to the next session, all of it,\n  and forgotten again',
    )
  })

  test('colours take no width', () => {
    const text = `${'\u001b[32mword\u001b[39m '.repeat(7)}end`
    expect(wrapFor(terminal(40), text)).toBe(text)
  })

  test('a path longer than a line is not cut', () => {
    const path = `/${'folder/'.repeat(10)}`
    expect(wrapFor(terminal(40), `wrote ${path} now`)).toBe(`wrote\n    ${path}\n    now`)
  })

  test('text in a pipe is not wrapped', () => {
    const text = 'word '.repeat(100)
    expect(wrapFor({ isTTY: false, columns: 40 } as never, text)).toBe(text)
  })

  test('no word is lost or exceeds the width', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 120 }), (all, columns) => {
        const told = wrapFor(terminal(columns), all.join(' '))
        expect(told.split(/\s+/).filter(Boolean)).toEqual(all)
        for (const line of told.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('colours', () => {
  afterEach(() => vi.unstubAllEnvs())
  const screen = { isTTY: true } as WriteStream
  const isPainted = (stream: WriteStream): boolean => paintFor(stream).red('x') !== 'x'

  test.each([
    [{ NO_COLOR: '', TERM: 'xterm' }, true],
    [{ NO_COLOR: '1', TERM: 'xterm' }, false],
    [{ NO_COLOR: '', TERM: 'dumb' }, false],
  ])('on a terminal with %j: %s', (env, painted) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(isPainted(screen)).toBe(painted)
    expect(isPainted({ isTTY: false } as WriteStream)).toBe(false)
  })
})
