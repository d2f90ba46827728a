import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('store.ex', PROGRAM)).toEqual([
    '1 | class | Till.Store | defmodule Till.Store',
    '2 | method | Till.Store.put | def put(key)',
    '3 | method | Till.Store.save | defp save(_key) | own',
    '6 | class | Till.Item | defmodule Till.Item',
    '10 | class | Till.Util | defmodule Till.Util',
    '11 | method | Till.Util.pad | def pad(item)',
    '14 | class | Till.Helpers | defmodule Till.Helpers',
    '15 | method | Till.Helpers.report | def report(item)',
    '16 | method | Till.Helpers.scale | def scale(n)',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'cart.ex:3 GenServer (*) → outside',
    'cart.ex:4 Till (Item) → outside',
    'cart.ex:4 Till (Store) → store.ex',
    'cart.ex:5 Till (Util) → outside',
    'cart.ex:6 Till.Helpers (*) → outside',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'cart.ex:15 Till.Cart.add → store.ex:Till.Store.put 0.9',
    'cart.ex:16 Till.Cart.add → store.ex:Till.Util.pad 0.9',
    'cart.ex:16 Till.Cart.add → Till.Cart.check 0.9',
    'cart.ex:17 Till.Cart.add → store.ex:Till.Helpers.scale 0.9',
    'cart.ex:18 Till.Cart.add → Till.Cart.check 0.9',
    'cart.ex:23 Till.Cart.add → Till.Cart.total 0.9',
    'cart.ex:30 Till.Cart.check → store.ex:Till.Helpers.report 0.9',
    'cart.ex:35 Till.Cart.sell → Till.Cart.total 0.9',
    'cart.ex:15 Till.Cart.add → item.name?',
    'cart.ex:19 Till.Cart.add → run.?',
    'store.ex:2 Till.Store.put → Till.Store.save 0.9',
  ])
})
