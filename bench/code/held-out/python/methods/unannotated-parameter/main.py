class Cart:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items)


class Shelf:
    def size(self):
        return 99


def fill(cart, names):
    for name in names:
        cart.put(name)
    return cart


def summary(holder):
    return f"{holder.size()} things"


basket = fill(Cart(), ["pen", "ink"])
print(summary(basket))
print(Shelf().size())
