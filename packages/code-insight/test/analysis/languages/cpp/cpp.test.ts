import { expect, test } from 'vitest'
import { callsIn, importsIn, outlined } from '../shown.ts'
import { PROGRAM } from './program.ts'

test('an outline has what is declared, by its full name', async () => {
  expect(await outlined('shop/thing.h', PROGRAM)).toEqual([
    '2 | namespace | app | namespace app',
    '4 | class | app.Thing | class Thing | Sells.',
    '6 | method | app.Thing.Thing | Thing()',
    '7 | method | app.Thing.Thing | explicit Thing(int count)',
    '8 | method | app.Thing.open | void open(int count)',
    '9 | method | app.Thing.make | static Thing make() | own',
    '10 | class | app.Thing.Part | class Part',
    '12 | method | app.Thing.Part.run | void run()',
    '15 | field | app.Thing.count_ | int count_',
    '18 | namespace | acme.gfx | namespace acme::gfx',
    '19 | class | acme.gfx.Widget | class Widget',
    '19 | method | acme.gfx.Widget.draw | void draw()',
  ])
  expect(await outlined('shop/thing.cpp', PROGRAM)).toEqual([
    '3 | method | Thing.Thing | Thing::Thing()',
    '4 | method | Thing.Thing | Thing::Thing(int count) : count_(count)',
    '5 | function | note | static void note() | own',
    '6 | method | Thing.open | void Thing::open(int count)',
    '7 | method | Thing.make | Thing Thing::make()',
    '8 | method | Thing.Part.run | void Thing::Part::run()',
    '9 | namespace | acme | namespace acme',
    '9 | namespace | acme.gfx | namespace gfx',
    '10 | method | acme.gfx.Widget.draw | void Widget::draw()',
  ])
})

test('what is included leads to the file of that path, or out of the program', async () => {
  expect(await importsIn(PROGRAM)).toEqual([
    'shop/thing.cpp:1 thing.h (*) → shop/thing.h',
    'main.cpp:1 memory (*) → outside',
    'main.cpp:2 shop/thing.h (*) → shop/thing.h',
  ])
})

test('calls lead to the definition, however its namespace and class are written, and to what makes an instance', async () => {
  expect(await callsIn(PROGRAM)).toEqual([
    'shop/thing.cpp:6 Thing.open → note 0.9',
    'shop/thing.cpp:7 Thing.make → Thing.Thing 0.9',
    'main.cpp:6 main → shop/thing.cpp:Thing.Thing 0.9',
    'main.cpp:7 main → shop/thing.cpp:Thing.open 0.9',
    'main.cpp:8 main → shop/thing.cpp:Thing.Thing 0.9',
    'main.cpp:9 main → shop/thing.cpp:Thing.Thing 0.9',
    'main.cpp:10 main → shop/thing.cpp:Thing.Thing 0.9',
    'main.cpp:11 main → shop/thing.cpp:Thing.open 0.9',
    'main.cpp:12 main → shop/thing.cpp:Thing.Thing 0.9',
    'main.cpp:13 main → shop/thing.h:app.Thing.Part 0.9',
    'main.cpp:14 main → shop/thing.cpp:Thing.Part.run 0.9',
    'main.cpp:15 main → shop/thing.h:acme.gfx.Widget 0.9',
    'main.cpp:16 main → shop/thing.cpp:acme.gfx.Widget.draw 0.9',
    'main.cpp:17 main → shop/thing.cpp:Thing.make 0.9',
  ])
})
