import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is declared and what is defined, and who sees it', async () => {
  expect(await outlined('include/list.h', PROGRAM)).toEqual([
    '3 | class | list | struct list',
    '3 | field | list.next | struct list *next',
    '3 | field | list.value | int value',
    '4 | type | list_t | typedef struct list list_t',
    '5 | enum | order | enum order',
    '5 | field | order.UP | UP',
    '5 | field | order.DOWN | DOWN',
    '7 | function | list_push | list_t *list_push(list_t *head, int value) | Puts one in front.',
    '8 | function | list_sum | int list_sum(const list_t *head)',
  ])
  expect(await outlined('src/main.c', PROGRAM)).toEqual([
    '2 | function | step | static int step(int value) | own',
    '3 | variable | chosen | static int (*chosen)(int) | own',
    '5 | function | pick | static int pick(int x) | own',
    '11 | function | main | int main(void)',
  ])
})

test('what is included leads to the file of that path, or out of the program', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'src/list.c:1 stdlib.h (*) → outside',
    'src/list.c:2 ../include/list.h (*) → include/list.h',
    'src/main.c:1 ../include/list.h (*) → include/list.h',
  ])
})

test('calls lead to the definition of what a header declares, and a static function is that of its own file', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'src/list.c:6 list_push → step 0.9',
    'src/list.c:9 list_sum → list_sum 0.9',
    'src/main.c:9 pick → step 0.9',
    'src/main.c:12 main → src/list.c:list_push 0.9',
    'src/main.c:13 main → src/list.c:list_sum 0.9',
    'src/main.c:13 main → pick 0.9',
  ])
})
