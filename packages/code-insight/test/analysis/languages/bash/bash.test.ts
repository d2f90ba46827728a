import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is defined, as it is written', async () => {
  expect(await outlined('run.sh', PROGRAM)).toEqual([
    '8 | variable | LIMIT | LIMIT',
    '9 | variable | NAME | readonly NAME="',
    '12 | function | add | add() | Adds an item.',
    '20 | function | check | function check',
    '24 | function | pad | pad()',
  ])
})

test('imports lead to the files of the program that they name', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'run.sh:5 lib/log.sh (*) → lib/log.sh',
    'run.sh:6 lib/store.sh (*) → lib/store.sh',
  ])
})

test('calls lead to what their names mean where they stand', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'lib/store.sh:2 put → log?',
    'run.sh:14 add → check 0.9',
    'run.sh:15 add → pad 0.9',
    'run.sh:15 add → lib/log.sh:log 0.9',
    'run.sh:17 add → lib/store.sh:put 0.9',
    'run.sh:26 <module> → add 0.9',
  ])
})
