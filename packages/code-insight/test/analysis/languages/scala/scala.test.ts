import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('Cart.scala', PROGRAM)).toEqual([
    '7 | class | Cart | class Cart(db: Store, val size: Int) extends Base(size) with Total | Sells.',
    '7 | field | Cart.db | db | own',
    '7 | field | Cart.size | size | own',
    '8 | field | Cart.items | private val items: List[Item] | own',
    '9 | method | Cart.twice | def twice: Int',
    '11 | method | Cart.add | def add(item: Item)(implicit rate: Int): Cart',
    '21 | method | Cart.total | override def total(): Int',
    '22 | method | Cart.check | private def check(n: Int): Unit | own',
    '25 | namespace | Cart | object Cart',
    '26 | variable | Cart.Max | val Max',
    '27 | function | Cart.empty | def empty()',
    '30 | class | Base | abstract class Base(size: Int)',
    '30 | field | Base.size | size | own',
    '32 | interface | Total | trait Total',
    '33 | method | Total.total | def total(): Int',
    '36 | class | Item | case class Item(name: String)',
    '36 | field | Item.name | name | own',
    '37 | method | Item.price | def price(): Int',
    '38 | method | Item.combine | def combine(other: Item): Item',
    '41 | enum | Kind | enum Kind',
    '42 | field | Kind.Plain | Plain',
    '42 | field | Kind.Sized | Sized',
    '45 | class | Main | object Main',
    '46 | method | Main.main | def main(args: Array[String]): Unit',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'Cart.scala:3 till.store (Store, open) → outside',
    'Cart.scala:4 till.util (*) → outside',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'Cart.scala:9 Cart.twice → Cart.total 0.9',
    'Cart.scala:12 Cart.add → Store.scala:Store.put 0.9',
    'Cart.scala:13 Cart.add → Cart.check 0.9',
    'Cart.scala:14 Cart.add → Store.scala:open 0.9',
    'Cart.scala:14 Cart.add → Util.scala:pad 0.9',
    'Cart.scala:14 Cart.add → Cart 0.9',
    'Cart.scala:15 Cart.add → Cart.check 0.9',
    'Cart.scala:16 Cart.add → Item.combine 0.9',
    'Cart.scala:18 Cart.add → Cart.empty 0.9',
    'Cart.scala:21 Cart.total → Item.price 0.3',
    'Cart.scala:27 Cart.empty → Store.scala:open 0.9',
    'Cart.scala:27 Cart.empty → Cart 0.9',
    'Cart.scala:38 Item.combine → Item 0.9',
    'Cart.scala:47 Main.main → Cart.empty 0.9',
    'Cart.scala:48 Main.main → Item 0.9',
    'Cart.scala:48 Main.main → Cart.add 0.9',
    'Cart.scala:49 Main.main → Cart.total 0.9',
    'Store.scala:4 Store.put → Store.save 0.9',
    'Store.scala:8 open → Store 0.9',
  ])
})
