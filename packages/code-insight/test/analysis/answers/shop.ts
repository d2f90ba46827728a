import { memoryView, type Written } from './memory-view.ts'

/** A small shop, written by hand: a cart that uses prices, a test, a copy in vendor/. */
const SHOP: Written = {
  files: {
    'src/cart.ts': [
      "import { price } from './price.ts'",
      'export class Cart {',
      '  items: string[] = []',
      '  constructor(readonly owner: string) {}',
      '  total(): number {',
      '    return this.items.map((item) => price(item)).reduce(add, 0)',
      '  }',
      '}',
      'function add(a: number, b: number) {',
      '  return a + b',
      '}',
      "/// The owner's cart, from what was stored",
      'export function loadCart(owner: string): Cart {',
      '  return new Cart(owner)',
      '}',
    ].join('\n'),
    'src/price.ts': [
      'export function price(item: string): number {',
      '  return table(item).net * tax(item)',
      '}',
      'function tax(item: string) {',
      '  return 1.2',
      '}',
      'export function oldPrice(item: string) {',
      '  return tax(item)',
      '}',
    ].join('\n'),
    'src/main.ts': [
      "import { loadCart } from './cart.ts'",
      "import express from 'express'",
      "console.log(loadCart('me').total())",
    ].join('\n'),
    'test/cart.test.ts': ["import { Cart } from '../src/cart.ts'", "new Cart('me').total()"].join('\n'),
    'vendor/price.ts': 'export function price() {}',
    'README.md': '# Shop\noldPrice is deprecated',
  },
  entities: {
    'src/cart.ts': [
      'class Cart 2-8 exported',
      'field Cart.items 3',
      'method Cart.constructor 4 constructor',
      'method Cart.total 5-7',
      'function add 9-11',
      'function loadCart 13-15 exported',
    ],
    'src/price.ts': ['function price 1-3 exported', 'function tax 4-6', 'function oldPrice 7-9 exported'],
    'vendor/price.ts': ['function price 1 exported'],
  },
  calls: [
    'src/cart.ts Cart.total -> src/price.ts price @6',
    'src/cart.ts Cart.total -> src/cart.ts add @6',
    'src/cart.ts loadCart -> src/cart.ts Cart.constructor @14',
    'src/price.ts price -> src/price.ts tax @2',
    'src/price.ts oldPrice -> src/price.ts tax @8',
    'src/main.ts <module> -> src/cart.ts loadCart @3',
    'src/main.ts <module> -> src/cart.ts Cart.total @3 0.5',
    'test/cart.test.ts <module> -> src/cart.ts Cart.constructor @2',
    'test/cart.test.ts <module> -> src/cart.ts Cart.total @2',
  ],
  uses: ['src/cart.ts loadCart -> src/cart.ts Cart @13'],
  imports: [
    'src/cart.ts -> src/price.ts price @1',
    'src/main.ts -> src/cart.ts loadCart @1',
    'src/main.ts -> express: default @2',
    'test/cart.test.ts -> src/cart.ts Cart @1',
  ],
  unresolved: [{ file: 'src/price.ts', name: 'price', line: 2, text: 'table', why: 'unknown value' }],
  about: { 'vendor/price.ts': { isVendored: true } },
}

/** The shop, with what a test changes of it. */
export const shop = (change: Partial<Written> = {}) => memoryView({ ...SHOP, ...change })
