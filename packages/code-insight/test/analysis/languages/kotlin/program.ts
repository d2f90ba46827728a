/** A small program in Kotlin. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'Cart.kt': `package till.shop

import till.store.Store
import till.store.open as openStore
import till.util.*

/** Sells. */
class Cart(private val db: Store, size: Int) : Base(size), Total {
    val items = mutableListOf<Item>()
    val twice: Int
        get() = total() * 2

    init {
        check(size)
    }

    constructor(db: Store) : this(db, 1)

    override fun total(): Int = items.sumOf { it.price() }

    fun add(item: Item) {
        db.put(item.name)
        this.check(1)
        val check = { n: Int -> pad(n) }
        for (one in item.parts()) one.price()
        item combine item
        openStore("x").put("y")
    }

    private fun check(n: Int) {}

    companion object {
        const val MAX = 3
        fun empty() = Cart(openStore("e"), MAX)
    }
}

open class Base(val size: Int)

interface Total {
    fun total(): Int
}

enum class Kind { PLAIN, SIZED; fun label() = name.lowercase() }

object Registry {
    fun add(cart: Cart) { cart.add(Item("x")) }
}

data class Item(val name: String) {
    fun price() = 1
    fun parts(): List<Item> = emptyList()
    infix fun combine(other: Item) = this
}

typealias Items = List<Item>

fun main() {
    val cart = Cart.empty()
    cart.add(Item("tea"))
    Registry.add(cart)
    "tea".shout(2)
}

fun String.shout(n: Int) = this.uppercase()
`,
  'Store.kt': `package till.store

class Store(val path: String) {
    fun put(key: String?) { save(key ?: "") }
    private fun save(key: String) = Unit
}

fun open(path: String): Store = Store(path)
`,
  'Util.kt': `package till.util

fun pad(n: Int) = n
`,
}
