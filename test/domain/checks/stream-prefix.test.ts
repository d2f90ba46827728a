import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutStreamPrefixes } from '../../../src/domain/checks/report.ts'
import { run } from './checked.ts'

const output = ['=== 1 failed in 0.01s', 'second', 'third']
const behind = (prefix: string) => output.map((line) => `${prefix}${line}`).join('\n')

describe('the lines of several scripts that run at once', () => {
  it.each([
    'shop:test: ',
    '@app/shop:test:unit: ',
    '[0] ',
    '[test] ',
    '[shop]: ',
    'packages/shop test: ',
    'shop-1  | ',
  ])('lose their prefix %j', (prefix) => expect(withoutStreamPrefixes(behind(prefix))).toBe(output.join('\n')))

  it.each([
    '[INFO] ',
    '[info] ',
    'src/cart.c:3: ',
    'Tests: ',
    'Test Suites: ',
    'error TS2322: ',
    '  3 | ',
    'cart.js | ',
  ])('keep %j, which is no prefix', (start) => expect(withoutStreamPrefixes(behind(start))).toBe(behind(start)))

  it('keep what only looks like a prefix once', () => {
    expect(withoutStreamPrefixes('shop:test: a\nother')).toBe('shop:test: a\nother')
  })

  it('are read behind their prefix, but a failed task stays one', () => {
    const text = 'shop:test: ..F\nshop:test: FAILED t.py::test_a - no\nshop:test: 1 failed, 2 passed in 0.10s'
    expect(run('turbo run test | tail -3', 0, text)).toMatchObject([{ status: 'fail', failed: 1, passed: 2 }])
    const mise = '[test] 1\n[test] 2\n[test] 3\n[test] ERROR task failed'
    expect(run('mise run test | tail -4', 0, mise)).toMatchObject([{ status: 'fail' }])
  })

  it('never grow, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        expect(withoutStreamPrefixes(text).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
