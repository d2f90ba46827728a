/** A small program in Swift. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'Sources/Till/Cart.swift': `import Foundation

/// Sells.
public final class Cart: Base, Total {
  let db: Store
  private var items: [Item] = []
  var twice: Int { return total() * 2 }

  init(db: Store, size: Int = 1) {
    self.db = db
    super.init()
    check(size)
  }

  static func empty() -> Cart {
    return Cart(db: Store.open("x"))
  }

  func add(_ item: Item) throws {
    db.put(item.name)
    self.check(1)
    items.append(item)
    items.forEach { print($0.price()) }
    if let first = items.first { report(first) }
    try? find("x")?.show()
  }

  func find(_ name: String) -> Item? { return nil }
  private func check(_ n: Int) {}

  enum Kind {
    case plain, sized(Int)
  }
}

class Base {
  init() {}
}

protocol Total {
  var twice: Int { get }
  func total() -> Int
}

extension Cart {
  func total() -> Int { return items.count + scale(2) }
}

struct Item {
  let name: String
  func price() -> Int { return 1 }
  func show() { print(name) }
}

func report(_ item: Item) { item.show() }
`,
  'Sources/Till/Store.swift': `struct Store {
  var path: String

  static func open(_ path: String) -> Store { return Store(path: path) }
  func put(_ key: String) { save(key) }
  private func save(_ key: String) {}
}

func scale(_ n: Int) -> Int { n * limit }
let limit = 3
`,
}
