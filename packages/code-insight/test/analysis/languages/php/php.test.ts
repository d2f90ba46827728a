import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('src/Cart.php', PROGRAM)).toEqual([
    '12 | class | Cart | abstract class Cart extends Base implements Total | Sells.',
    '19 | field | Cart.file | private File $file | own',
    '16 | field | Cart.MAX | const MAX = 3',
    '17 | field | Cart.count | private int $count = 0 | own',
    '19 | method | Cart.__construct | public function __construct(private File $file, ?Keeps $other = null)',
    '27 | method | Cart.make | public static function make(File $file): static',
    '37 | method | Cart.total | abstract protected function total(): int | own',
    '40 | class | Base | class Base',
    '42 | method | Base.__construct | public function __construct()',
    '45 | interface | Total | interface Total',
    '45 | method | Total.total | public function total(): int',
    '47 | enum | Size | enum Size: string',
    "49 | field | Size.Small | case Small = 's'",
    '50 | method | Size.label | public function label(): string',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'src/Cart.php:5 Till\\Store (File) → src/Store/File.php',
    'src/Cart.php:6 Till\\Store (Keeps) → outside',
    'src/Cart.php:6 Till\\Store (Logs) → outside',
    'src/Cart.php:7 Till\\Util (pad) → outside',
    'src/Cart.php:9 ./functions.php (*) → src/functions.php',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'src/Cart.php:21 Cart.__construct → Base.__construct 0.9',
    'src/Cart.php:22 Cart.__construct → src/Store/File.php:File.put 0.9',
    'src/Cart.php:23 Cart.__construct → src/Store/File.php:Keeps.put 0.9',
    'src/Cart.php:23 Cart.__construct → src/Store/File.php:File.put 0.6',
    'src/Cart.php:24 Cart.__construct → Cart.make 0.9',
    'src/Cart.php:29 Cart.make → Cart.__construct 0.9',
    'src/Cart.php:30 Cart.make → src/Store/File.php:Logs.log 0.9',
    'src/Cart.php:31 Cart.make → src/Store/File.php:File.open 0.9',
    'src/Cart.php:32 Cart.make → src/functions.php:twice 0.9',
    'src/Cart.php:33 Cart.make → $run?',
    'src/Store/File.php:6 File.open → File 0.9',
    'src/Store/File.php:7 File.put → File.save 0.9',
  ])
})
