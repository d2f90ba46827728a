import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('Sources/Till/Cart.swift', PROGRAM)).toEqual([
    '4 | class | Cart | public final class Cart: Base, Total | Sells.',
    '5 | field | Cart.db | let db: Store | own',
    '6 | field | Cart.items | private var items: [Item] | own',
    '7 | method | Cart.twice | var twice: Int | own',
    '9 | method | Cart.init | init(db: Store, size: Int = 1) | own',
    '15 | method | Cart.empty | static func empty() -> Cart | own',
    '19 | method | Cart.add | func add(_ item: Item) throws | own',
    '28 | method | Cart.find | func find(_ name: String) -> Item? | own',
    '29 | method | Cart.check | private func check(_ n: Int) | own',
    '31 | enum | Cart.Kind | enum Kind | own',
    '32 | field | Cart.Kind.plain | case plain, sized(Int) | own',
    '32 | field | Cart.Kind.sized | case plain, sized(Int) | own',
    '36 | class | Base | class Base | own',
    '37 | method | Base.init | init() | own',
    '40 | interface | Total | protocol Total | own',
    '41 | field | Total.twice | var twice: Int { get } | own',
    '42 | method | Total.total | func total() -> Int | own',
    '46 | method | Cart.total | func total() -> Int | own',
    '49 | class | Item | struct Item | own',
    '50 | field | Item.name | let name: String | own',
    '51 | method | Item.price | func price() -> Int | own',
    '52 | method | Item.show | func show() | own',
    '55 | function | report | func report(_ item: Item) | own',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual(['Sources/Till/Cart.swift:1 Foundation (*) → outside'])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'Sources/Till/Cart.swift:7 Cart.twice → Cart.total 0.9',
    'Sources/Till/Cart.swift:11 Cart.init → Base.init 0.9',
    'Sources/Till/Cart.swift:12 Cart.init → Cart.check 0.9',
    'Sources/Till/Cart.swift:16 Cart.empty → Sources/Till/Store.swift:Store.open 0.9',
    'Sources/Till/Cart.swift:16 Cart.empty → Cart.init 0.9',
    'Sources/Till/Cart.swift:20 Cart.add → Sources/Till/Store.swift:Store.put 0.9',
    'Sources/Till/Cart.swift:21 Cart.add → Cart.check 0.9',
    'Sources/Till/Cart.swift:23 Cart.add → Item.price 0.3',
    'Sources/Till/Cart.swift:24 Cart.add → report 0.9',
    'Sources/Till/Cart.swift:25 Cart.add → Cart.find 0.9',
    'Sources/Till/Cart.swift:25 Cart.add → Item.show 0.9',
    'Sources/Till/Cart.swift:46 Cart.total → Sources/Till/Store.swift:scale 0.9',
    'Sources/Till/Cart.swift:55 report → Item.show 0.9',
    'Sources/Till/Store.swift:4 Store.open → Store 0.9',
    'Sources/Till/Store.swift:5 Store.put → Store.save 0.9',
  ])
})
