import { expect, test } from 'vitest'
import { meantHere } from './meant.ts'

test.each([
  [
    'Java',
    'a.java',
    'class Base { void run() {} }\nclass A { void m() {\n  Base b = new Base() { void run() {} };\n  b.run(); // HERE\n} }',
    ['→ a.java:Base.run:1', '→ a.java:A.m.Base.run:3'],
  ],
  [
    'a constant of a Java enum',
    'a.java',
    'class A { void m(Level l) {\n  l.run(); // HERE\n} }\nenum Level {\n  LOW { void run() {} };\n  void run() {}\n}',
    ['→ a.java:Level.run:6', '→ a.java:Level.LOW.run:5'],
  ],
  [
    'Kotlin',
    'a.kt',
    'open class Base(n: Int) { open fun run() {} }\nfun m() {\n  val b = object : Base(1) { override fun run() {} }\n  b.run() // HERE\n}',
    ['→ a.kt:Base.run:1', '→ a.kt:m.Base.run:3'],
  ],
  [
    'a constant of a Kotlin enum',
    'a.kt',
    'fun m(l: Level) {\n  l.run() // HERE\n}\nenum class Level(val n: Int) {\n  LOW(1) { override fun run() = 1 };\n  open fun run() = 0\n}',
    ['→ a.kt:Level.run:6', '→ a.kt:Level.LOW.run:5'],
  ],
  [
    'PHP',
    'a.php',
    '<?php\nclass Base { function run() {} }\nfunction m() {\n  $b = new class(1) extends Base { function run() {} };\n  $b->run(); // HERE\n}',
    ['→ a.php:Base.run:2', '→ a.php:m.Base.run:4'],
  ],
  [
    'PHP, by itself',
    'a.php',
    '<?php\nclass A { function m() {\n  return new class { function run() {\n    $this->go(); // HERE\n  }\n  function go() {} };\n}\nfunction go() {} }',
    ['→ a.php:A.m.class.go:6'],
  ],
])('a class without a name has members of its own, and what it overrides may run: %s', async (_, path, text, meant) => {
  expect(await meantHere(path, { [path]: text })).toEqual(meant)
})
