/** A small program in Dart. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'lib/cart.dart': `import 'dart:io';
import 'package:till/store.dart';
import 'util.dart' as util;
part 'cart.g.dart';

/// Sells.
class Cart extends Base with Logs implements Total {
  final Store db;
  late List<Item> _items;
  static const max = 3;

  Cart(this.db) : super();
  Cart.named(String path) : db = Store.open(path);
  factory Cart.empty() => Cart.named('e');

  int get twice => total() * 2;
  set size(int n) {
    check(n);
  }

  Future<void> add(Item item, [int n = 1]) async {
    db.put(item.name);
    this.check(n);
    await item.show();
    var other = Cart(db)..check(1);
    other.log('x');
    util.pad('y');
    _items.forEach((one) => report(one));
    print('\${other.total()}');
  }

  @override
  int total() => 0;
  void check(int n) {}
}

class Base {}

mixin Logs {
  void log(String text) {}
}

abstract class Total {
  int total();
}

class Item {
  final String name;
  Item(this.name);
  Future<void> show() async {}
}

enum Kind { plain, sized }

typedef Run = void Function(int);

void report(Item item) {
  item.show();
}

extension Twice on Item {
  void twice() {
    show();
  }
}
`,
  'lib/store.dart': `class Store {
  static Store open(String path) {
    return Store();
  }

  void put(String key) => _save(key);
  void _save(String key) {}
}
`,
  'lib/util.dart': `String pad(String text) => text;
`,
  'pubspec.yaml': `name: till
`,
}
