import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('Cart.cs', PROGRAM)).toEqual([
    '8 | class | Cart | public class Cart : Base, ITotal | Sells.',
    '10 | field | Cart._db | IStore _db | own',
    '10 | field | Cart._other | IStore _db, _other | own',
    '11 | field | Cart.Count | public int Count { get; private set; }',
    '12 | method | Cart.Twice | public int Twice',
    '13 | field | Cart.Max | const int Max = 3 | own',
    '15 | method | Cart.Cart | public Cart(IStore db) : base(db)',
    '21 | method | Cart.Add | public void Add(Item item, int n = 1)',
    '28 | function | Cart.Add.Local | int Local(int q) | own',
    '33 | method | Cart.Total | public int Total()',
    '34 | method | Cart.Total | public int Total(int from)',
    '35 | method | Cart.Check | void Check(int n) | own',
    '36 | method | Cart.+ | public static Cart operator +(Cart a, Cart b)',
    '39 | interface | ITotal | public interface ITotal',
    '39 | method | ITotal.Total | int Total() | own',
    '40 | class | Point | public record Point(int X, int Y)',
    '40 | field | Point.X | X | own',
    '40 | field | Point.Y | Y | own',
    '41 | enum | Kind | public enum Kind',
    '41 | field | Kind.Plain | Plain | own',
    '41 | field | Kind.Sized | Sized = 2 | own',
    '43 | class | Helper | static class Helper | own',
    '45 | method | Helper.Run | internal static int Run(int n) | own',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'Cart.cs:1 System (*) → outside',
    'Cart.cs:2 Till.Stores (*) → Stores.cs',
    'Cart.cs:3 Till.Util.Text (*) → outside',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'Cart.cs:12 Cart.Twice → Cart.Total 0.9',
    'Cart.cs:18 Cart.Cart → Cart.Check 0.9',
    'Cart.cs:23 Cart.Add → Stores.cs:Till.Stores.IStore.Put 0.9',
    'Cart.cs:24 Cart.Add → Cart.Check 0.9',
    'Cart.cs:25 Cart.Add → Cart.Cart 0.9',
    'Cart.cs:26 Cart.Add → Cart.Check 0.9',
    'Cart.cs:27 Cart.Add → Stores.cs:Till.Util.Text.Pad 0.9',
    'Cart.cs:28 Cart.Add.Local → Helper.Run 0.9',
    'Cart.cs:29 Cart.Add → Cart.Add.Local 0.9',
    'Cart.cs:30 Cart.Add → Stores.cs:Till.Stores.Item.Parts 0.9',
    'Cart.cs:30 Cart.Add → Stores.cs:Till.Stores.Item.Print 0.9',
    'Cart.cs:34 Cart.Total → Cart.Total 0.9',
    'Stores.cs:14 Till.Stores.Item.Print → Till.Stores.Item.Save 0.9',
  ])
})
