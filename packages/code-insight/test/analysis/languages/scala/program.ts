/** A small program in Scala. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'Cart.scala': `package till.shop

import till.store.{Store, open => openStore}
import till.util._

/** Sells. */
class Cart(db: Store, val size: Int) extends Base(size) with Total {
  private val items: List[Item] = Nil
  def twice: Int = total() * 2

  def add(item: Item)(implicit rate: Int): Cart = {
    db.put(item.name)
    this.check(1)
    val other = new Cart(openStore("x"), pad(1))
    other.check(2)
    item combine item
    items.foreach(one => one.price())
    Cart.empty()
  }

  override def total(): Int = items.map(_.price()).sum
  private def check(n: Int): Unit = ()
}

object Cart {
  val Max = 3
  def empty() = new Cart(openStore("e"), Max)
}

abstract class Base(size: Int)

trait Total {
  def total(): Int
}

case class Item(name: String) {
  def price(): Int = 1
  def combine(other: Item): Item = Item(name)
}

enum Kind {
  case Plain, Sized
}

object Main {
  def main(args: Array[String]): Unit = {
    val cart = Cart.empty()
    cart.add(Item("tea"))
    cart.total()
  }
}
`,
  'Store.scala': `package till.store

class Store(path: String) {
  def put(key: String): Unit = save(key)
  private def save(key: String): Unit = ()
}

def open(path: String): Store = new Store(path)
`,
  'Util.scala': `package till.util

def pad(n: Int): Int = n
`,
}
