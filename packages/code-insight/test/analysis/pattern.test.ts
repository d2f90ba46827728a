import { expect, test } from 'vitest'
import { lookOf } from '../../src/analysis/pattern.ts'

test.each([
  ['class UserStore', 'structural', 'UserStore', 'class'],
  ['export async function loadUser', 'structural', 'loadUser', 'function'],
  ['def load_user(', 'structural', 'load_user', 'function'],
  ['loadUser(', 'structural', 'loadUser', 'function'],
  ['new Cart(owner)', 'structural', 'Cart', 'function'],
  ['const LIMIT', 'structural', 'LIMIT', 'variable'],
  ['import express', 'structural', 'express', 'import'],
  ['@app.route', 'structural', 'app.route', 'decorator'],
  ['UserStore', 'literal', 'UserStore', 'class'],
  ['MAX_SIZE', 'literal', 'MAX_SIZE', 'variable'],
  ['parse_line', 'literal', 'parse_line', 'function'],
  ['src/app.ts', 'literal', 'src', 'unknown'],
  ['how does the retry logic work?', 'semantic', null, 'unknown'],
  ['where is loadUser called from', 'semantic', 'loadUser', 'function'],
  ['', 'literal', null, 'unknown'],
])('%s looks %s, about %s, a %s', (pattern, queryType, target, targetType) => {
  expect(lookOf(pattern)).toEqual({ queryType, target, targetType })
})
