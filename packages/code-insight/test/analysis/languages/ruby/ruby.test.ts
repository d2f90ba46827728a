import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('lib/shop.rb', PROGRAM)).toEqual([
    '5 | class | Shop | module Shop | Sells.',
    '6 | field | Shop.LIMIT | LIMIT = 3',
    '8 | class | Shop.Cart | class Cart < Base',
    '10 | field | Shop.Cart.items | items',
    '12 | method | Shop.Cart.initialize | def initialize(db, size: 1)',
    '18 | method | Shop.Cart.open | def self.open(path)',
    '23 | method | Shop.Cart.build | def build',
    '28 | method | Shop.Cart.add | def add(item)',
    '37 | method | Shop.Cart.== | def ==(other)',
    '39 | method | Shop.Cart.check | def check; end',
    '41 | method | Shop.Cart.sum | alias sum total',
    '42 | method | Shop.Cart.twice | define_method(:twice)',
    '45 | class | Shop.Point | Point = Struct.new(:x, :y) do',
    '45 | field | Shop.Point.x | x',
    '45 | field | Shop.Point.y | y',
    '46 | method | Shop.Point.length | def length',
    '51 | method | Shop.scale | def self.scale(n)',
    '56 | function | report | def report(what)',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'lib/shop.rb:1 json (*) → outside',
    'lib/shop.rb:2 ./store (*) → lib/store.rb',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'lib/shop.rb:13 Shop.Cart.initialize → lib/store.rb:Shop.Store.initialize 0.9',
    'lib/shop.rb:14 Shop.Cart.initialize → lib/store.rb:Shop.Base.initialize 0.9',
    'lib/shop.rb:15 Shop.Cart.initialize → Shop.Cart.check 0.9',
    'lib/shop.rb:24 Shop.Cart.build → Shop.Cart.open 0.9',
    'lib/shop.rb:24 Shop.Cart.build → Shop.Cart.initialize 0.9',
    'lib/shop.rb:29 Shop.Cart.add → lib/store.rb:Shop.Store.put 0.9',
    'lib/shop.rb:30 Shop.Cart.add → lib/store.rb:Shop.Total.total 0.9',
    'lib/shop.rb:32 Shop.Cart.add → report 0.9',
    'lib/shop.rb:33 Shop.Cart.add → lib/store.rb:Shop.Util.pad 0.9',
    'lib/shop.rb:34 Shop.Cart.add → Shop.Cart.check 0.9',
    'lib/shop.rb:37 Shop.Cart.== → lib/store.rb:Shop.Total.total 0.3',
    'lib/shop.rb:47 Shop.Point.length → Shop.scale 0.9',
    'lib/shop.rb:32 Shop.Cart.add → items?',
    'lib/shop.rb:32 Shop.Cart.add → items.each?',
    'lib/shop.rb:47 Shop.Point.length → x?',
    'lib/store.rb:18 Shop.Store.put → Shop.Store.save 0.9',
  ])
})
