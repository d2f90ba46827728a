import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('Cart.kt', PROGRAM)).toEqual([
    '8 | class | Cart | class Cart(private val db: Store, size: Int) : Base(size), Total',
    '8 | field | Cart.db | db | own',
    '9 | field | Cart.items | val items',
    '10 | method | Cart.twice | val twice: Int',
    '13 | method | Cart.init | init',
    '17 | method | Cart.constructor | constructor(db: Store) : this(db, 1)',
    '19 | method | Cart.total | override fun total(): Int',
    '21 | method | Cart.add | fun add(item: Item)',
    '30 | method | Cart.check | private fun check(n: Int) | own',
    '33 | field | Cart.MAX | const val MAX',
    '34 | method | Cart.empty | fun empty()',
    '38 | class | Base | open class Base(val size: Int)',
    '38 | field | Base.size | size | own',
    '40 | interface | Total | interface Total',
    '41 | method | Total.total | fun total(): Int',
    '44 | enum | Kind | enum class Kind',
    '44 | field | Kind.PLAIN | PLAIN',
    '44 | field | Kind.SIZED | SIZED',
    '44 | method | Kind.label | fun label()',
    '46 | class | Registry | object Registry',
    '47 | method | Registry.add | fun add(cart: Cart)',
    '50 | class | Item | data class Item(val name: String)',
    '50 | field | Item.name | name | own',
    '51 | method | Item.price | fun price()',
    '52 | method | Item.parts | fun parts(): List<Item>',
    '53 | method | Item.combine | infix fun combine(other: Item)',
    '56 | type | Items | typealias Items = List<Item>',
    '58 | function | main | fun main()',
    '65 | method | String.shout | fun String.shout(n: Int)',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'Cart.kt:3 till.store (Store) → outside',
    'Cart.kt:4 till.store (open) → outside',
    'Cart.kt:5 till.util (*) → outside',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'Cart.kt:11 Cart.twice → Cart.total 0.9',
    'Cart.kt:14 Cart.init → Cart.check 0.9',
    'Cart.kt:22 Cart.add → Store.kt:Store.put 0.9',
    'Cart.kt:23 Cart.add → Cart.check 0.9',
    'Cart.kt:24 Cart.add → Util.kt:pad 0.9',
    'Cart.kt:25 Cart.add → Item.parts 0.9',
    'Cart.kt:25 Cart.add → Item.price 0.9',
    'Cart.kt:26 Cart.add → Item.combine 0.9',
    'Cart.kt:27 Cart.add → Store.kt:open 0.9',
    'Cart.kt:27 Cart.add → Store.kt:Store.put 0.9',
    'Cart.kt:34 Cart.empty → Store.kt:open 0.9',
    'Cart.kt:34 Cart.empty → Cart 0.9',
    'Cart.kt:47 Registry.add → Item 0.9',
    'Cart.kt:47 Registry.add → Cart.add 0.9',
    'Cart.kt:59 main → Cart.empty 0.9',
    'Cart.kt:60 main → Item 0.9',
    'Cart.kt:60 main → Cart.add 0.9',
    'Cart.kt:61 main → Registry.add 0.9',
    'Cart.kt:62 main → String.shout 0.3',
    'Cart.kt:65 String.shout → this.uppercase?',
    'Store.kt:4 Store.put → Store.save 0.9',
    'Store.kt:8 open → Store 0.9',
  ])
})
