import { expect, test } from 'vitest'
import { meantHere } from './meant.ts'

const CART = { 'a/Cart.java': 'package a;\npublic class Cart {\n  public int total() { return 1; }\n}\n' }
const SHOP = {
  'a/Shop.java': [
    'package a;',
    'import java.util.List;',
    'import java.util.Map;',
    'public class Shop extends Base {',
    '  Cart cart;',
    '  Cart[] many;',
    '  List<Cart> list;',
    '  Map<String, Cart> map;',
    '  static Cart made() { return new Cart(); }',
    '  int total() { return 2; }',
    '  void run(Cart given, Object any, Other other) {',
    '    BODY',
    '  }',
    '}',
    'class Base { Cart inherited; Cart getCart() { return inherited; } }',
    'class Other { int total() { return 3; } }',
  ].join('\n'),
}

/** What a call in a method of `Shop` leads to. */
const meantBy = (body: string) =>
  meantHere('a/Shop.java', { ...CART, 'a/Shop.java': SHOP['a/Shop.java'].replace('BODY', `${body} // HERE`) })

test.each([
  ['a parameter', 'given.total();'],
  ['a field', 'cart.total();'],
  ['a field of the receiver', 'this.cart.total();'],
  ['a field of a class above', 'inherited.total();'],
  ['a local variable', 'Cart own = null; own.total();'],
  ['a variable whose type is that of its value', 'var own = made(); own.total();'],
  ['the result of a function', 'made().total();'],
  ['the result of a method of a class above', 'getCart().total();'],
  ['a new instance', 'new Cart().total();'],
  ['a value whose type is said', '((Cart) any).total();'],
  ['what is tested to be of a type', 'if (any instanceof Cart c) c.total();'],
  ['an element of an array', 'many[0].total();'],
  ['each element', 'for (Cart each : list) each.total();'],
  ['each element, of whatever type it is', 'for (var each : many) each.total();'],
  ['what a container gives', 'list.get(0).total();'],
  ['one of two values', '(any == null ? cart : given).total();'],
])('a method is found by %s', async (_, body) => {
  expect(await meantBy(body)).toContain('→ a/Cart.java:Cart.total:3')
  expect(await meantBy(body)).not.toContain('→ a/Shop.java:Other.total:16')
})

test('a method is that of the class around, and of another only where the receiver says so', async () => {
  expect(await meantBy('total();')).toEqual(['→ a/Shop.java:Shop.total:10'])
  expect(await meantBy('other.total();')).toEqual(['→ a/Shop.java:Other.total:16'])
})

test('what is called on something from outside is no call of the project, though a method has the name', async () => {
  expect(await meantBy('list.total();')).toEqual([])
  expect(await meantBy('String.valueOf(1).total();')).toEqual([])
})

test('of a receiver of which nothing is known, methods of the name are guesses', async () => {
  const guesses = await meantBy('list.forEach(each -> each.total());')
  expect(guesses).toHaveLength(3)
})

test('overloads are told apart by how many arguments there are, and by their types', async () => {
  const files = {
    'P.java': [
      'class P {',
      '  void put(int a) {}',
      '  void put(String a) {}',
      '  void put(P a) {}',
      '  void put(int a, int b) {}',
      '  void run(String text, P other) { CALL }',
      '}',
    ].join('\n'),
  }
  const line = async (call: string) =>
    meantHere('P.java', { 'P.java': files['P.java'].replace('CALL', `${call} /* HERE */`) })
  expect(await line('put(1);')).toEqual(['→ P.java:P.put:2'])
  expect(await line('put(text);')).toEqual(['→ P.java:P.put:3'])
  expect(await line('put("a");')).toEqual(['→ P.java:P.put:3'])
  expect(await line('put(other);')).toEqual(['→ P.java:P.put:4'])
  expect(await line('put(1, 2);')).toEqual(['→ P.java:P.put:5'])
})

test("a call of an interface's method leads to it, and to what its classes have instead", async () => {
  const files = {
    'S.java': 'interface S { int size(); }\nclass A implements S { public int size() { return 1; } }\n',
    'B.java': 'class B extends A { public int size() { return 2; } }\nclass C { int size() { return 3; } }\n',
    'M.java': 'class M { int m(S s) { return s.size(); } } // HERE\n',
  }
  expect(await meantHere('M.java', files)).toEqual(['→ S.java:S.size:1', '→ S.java:A.size:2', '→ B.java:B.size:1'])
})

test('a class is found by its package, and not by its name alone', async () => {
  const files = {
    'src/main/java/a/Tool.java': 'package a;\npublic class Tool { public static void run() {} }\n',
    'src/main/java/b/Tool.java': 'package b;\npublic class Tool { public static void run() {} }\n',
    'src/test/java/a/T.java': 'package a;\nclass T { void t() { Tool.run(); } } // HERE\n',
    'src/main/java/c/U.java': 'package c;\nimport b.Tool;\nclass U { void u() { Tool.run(); } } // HERE\n',
    'src/main/java/c/V.java': 'package c;\nimport static a.Tool.*;\nclass V { void v() { run(); } } // HERE\n',
    'src/main/java/c/W.java': 'package c;\nclass W { void w() { Tool.run(); } } // HERE\n',
  }
  expect(await meantHere('src/test/java/a/T.java', files)).toEqual(['→ src/main/java/a/Tool.java:Tool.run:2'])
  expect(await meantHere('src/main/java/c/U.java', files)).toEqual(['→ src/main/java/b/Tool.java:Tool.run:2'])
  expect(await meantHere('src/main/java/c/V.java', files)).toEqual(['→ src/main/java/a/Tool.java:Tool.run:2'])
  expect(await meantHere('src/main/java/c/W.java', files)).toEqual([])
})
