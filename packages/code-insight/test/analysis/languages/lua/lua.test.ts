import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('shop/cart.lua', PROGRAM)).toEqual([
    '5 | class | Cart | local Cart | own',
    '8 | variable | LIMIT | local LIMIT | own',
    '11 | method | Cart.new | function Cart.new(path) | Makes a cart.',
    '17 | function | check | local function check(n) | own',
    '21 | method | Cart.add | function Cart:add(item, check_it)',
    '28 | method | Cart.log | Cart.log = function(self, text)',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'main.lua:1 shop.cart (*) → shop/cart.lua',
    'shop/cart.lua:2 shop.store (*) → shop/store.lua',
    'shop/cart.lua:3 util (*) → util.lua',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'main.lua:3 <module> → shop/cart.lua:Cart.new 0.9',
    'main.lua:4 <module> → shop/cart.lua:Cart.add 0.9',
    'shop/cart.lua:13 Cart.new → shop/store.lua:M.open 0.9',
    'shop/cart.lua:18 check → util.lua:pad 0.9',
    'shop/cart.lua:22 Cart.add → shop/store.lua:M.put 0.9',
    'shop/cart.lua:23 Cart.add → Cart.log 0.9',
    'shop/cart.lua:24 Cart.add → check 0.9',
    'shop/cart.lua:25 Cart.add → check_it?',
    'shop/store.lua:8 M.put → M.open 0.9',
    'util.lua:7 pad → round 0.9',
  ])
})
