import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('src/lib.rs', PROGRAM)).toEqual([
    '12 | class | Item | pub struct Item | What is sold.',
    '13 | field | Item.name | pub name: String',
    '14 | field | Item.price | price: u32 | own',
    '17 | enum | Kind | pub enum Kind',
    '18 | field | Kind.Plain | Plain | own',
    '19 | field | Kind.Sized | Sized { width: u32 } | own',
    '22 | interface | Total | pub trait Total',
    '23 | method | Total.total | fn total(&self) -> u32 | own',
    '24 | method | Total.twice | fn twice(&self) -> u32 | own',
    '29 | variable | LIMIT | const LIMIT: usize = 3 | own',
    '32 | class | Cart | pub struct Cart | A cart.',
    '33 | field | Cart.items | items: Vec<Item> | own',
    '34 | field | Cart.db | db: Db | own',
    '38 | method | Cart.new | pub fn new(db: Db) -> Self',
    '42 | method | Cart.add | fn add(&mut self, item: Item) | own',
    '48 | method | Cart.check | fn check(limit: usize) | own',
    '55 | method | Cart.total | fn total(&self) -> u32 | own',
    '61 | method | Item.price | fn price(&self) -> u32 | own',
    '66 | function | first | fn first() -> Item | own',
    '70 | function | sell | macro_rules! sell | own',
    '77 | method | Item.fmt | fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result | own',
    '83 | namespace | tests | mod tests | own',
    '87 | function | tests.sells | fn sells() | own',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'src/lib.rs:2 self::store (*) → src/store.rs',
    'src/lib.rs:3 self::util (*) → src/util.rs',
    'src/lib.rs:5 crate::store (Keep) → src/store.rs',
    'src/lib.rs:5 crate::store (Store) → src/store.rs',
    'src/lib.rs:6 std (fmt) → outside',
    'src/lib.rs:8 util (round) → src/util.rs',
    'src/lib.rs:84 self (*) → src/lib.rs',
    'src/main.rs:1 till_shop::store (Store) → src/store.rs',
    'src/main.rs:1 till_shop (Cart) → src/lib.rs',
    'src/store.rs:1 super (util) → src/util.rs',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'src/lib.rs:25 Total.twice → Total.total 0.9',
    'src/lib.rs:25 Total.twice → Cart.total 0.6',
    'src/lib.rs:39 Cart.new → first 0.9',
    'src/lib.rs:39 Cart.new → Cart 0.9',
    'src/lib.rs:43 Cart.add → src/store.rs:Store.put 0.9',
    'src/lib.rs:45 Cart.add → Cart.check 0.9',
    'src/lib.rs:56 Cart.total → Item.price 0.3',
    'src/lib.rs:56 Cart.total → src/util.rs:round 0.9',
    'src/lib.rs:67 first → Item 0.9',
    'src/lib.rs:72 sell → Total.total 0.21',
    'src/lib.rs:72 sell → Cart.total 0.21',
    'src/lib.rs:72 sell → src/util.rs:round 0.9',
    'src/lib.rs:78 Item.fmt → src/util.rs:padded 0.9',
    'src/lib.rs:88 tests.sells → src/store.rs:Store.open 0.9',
    'src/lib.rs:88 tests.sells → Cart.new 0.9',
    'src/lib.rs:89 tests.sells → first 0.9',
    'src/lib.rs:89 tests.sells → Cart.add 0.9',
    'src/lib.rs:90 tests.sells → Total.twice 0.9',
    'src/lib.rs:90 tests.sells → sell 0.9',
    'src/lib.rs:50 Cart.check → check?',
    'src/main.rs:4 main → src/store.rs:Store.open 0.9',
    'src/main.rs:4 main → src/lib.rs:Cart.new 0.9',
    'src/main.rs:5 main → run 0.9',
    'src/store.rs:11 Store.open → src/util.rs:padded 0.9',
    'src/store.rs:12 Store.open → Store 0.9',
    'src/store.rs:18 Store.put → save 0.9',
  ])
})
