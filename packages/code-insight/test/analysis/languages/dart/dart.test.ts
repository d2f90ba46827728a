import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('lib/cart.dart', PROGRAM)).toEqual([
    '7 | class | Cart | class Cart extends Base with Logs implements Total | Sells.',
    '8 | field | Cart.db | Store db',
    '9 | field | Cart._items | List<Item> _items | own',
    '10 | field | Cart.max | max',
    '12 | method | Cart.Cart | Cart(this.db)',
    '13 | method | Cart.named | Cart.named(String path)',
    '14 | method | Cart.empty | factory Cart.empty()',
    '16 | method | Cart.twice | int get twice',
    '17 | method | Cart.size | set size(int n)',
    '21 | method | Cart.add | Future<void> add(Item item, [int n = 1])',
    '33 | method | Cart.total | int total()',
    '34 | method | Cart.check | void check(int n)',
    '37 | class | Base | class Base',
    '39 | class | Logs | mixin Logs',
    '40 | method | Logs.log | void log(String text)',
    '43 | class | Total | abstract class Total',
    '44 | method | Total.total | int total()',
    '47 | class | Item | class Item',
    '48 | field | Item.name | String name',
    '49 | method | Item.Item | Item(this.name)',
    '50 | method | Item.show | Future<void> show()',
    '53 | enum | Kind | enum Kind',
    '53 | field | Kind.plain | plain',
    '53 | field | Kind.sized | sized',
    '55 | type | Run | typedef Run = void Function(int)',
    '57 | function | report | void report(Item item)',
    '62 | method | Item.twice | void twice()',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'lib/cart.dart:1 dart:io (*) → outside',
    'lib/cart.dart:2 package:till/store.dart (*) → lib/store.dart',
    'lib/cart.dart:3 util.dart (*) → lib/util.dart',
    'lib/cart.dart:4 cart.g.dart (*) → outside',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'lib/cart.dart:13 Cart.named → lib/store.dart:Store.open 0.9',
    'lib/cart.dart:14 Cart.empty → Cart.named 0.9',
    'lib/cart.dart:16 Cart.twice → Cart.total 0.9',
    'lib/cart.dart:18 Cart.size → Cart.check 0.9',
    'lib/cart.dart:22 Cart.add → lib/store.dart:Store.put 0.9',
    'lib/cart.dart:23 Cart.add → Cart.check 0.9',
    'lib/cart.dart:24 Cart.add → Item.show 0.9',
    'lib/cart.dart:25 Cart.add → Cart.Cart 0.9',
    'lib/cart.dart:26 Cart.add → Logs.log 0.9',
    'lib/cart.dart:27 Cart.add → lib/util.dart:pad 0.9',
    'lib/cart.dart:28 Cart.add → report 0.9',
    'lib/cart.dart:29 Cart.add → Cart.total 0.9',
    'lib/cart.dart:58 report → Item.show 0.9',
    'lib/cart.dart:63 Item.twice → Item.show 0.9',
    'lib/store.dart:3 Store.open → Store 0.9',
    'lib/store.dart:6 Store.put → Store._save 0.9',
  ])
})
