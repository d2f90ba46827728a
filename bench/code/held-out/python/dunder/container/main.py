class Bag:
    def __init__(self):
        self._items = {}

    def __len__(self):
        return sum(self._items.values())

    def __contains__(self, key):
        return self[key] > 0

    def __getitem__(self, key):
        return self._items.get(key, 0)

    def __setitem__(self, key, n):
        self._items[key] = n

    def __iter__(self):
        return iter(self._items)


def main():
    bag = Bag()
    bag["nut"] = 3
    bag["bolt"] = 2
    print(len(bag), bag["nut"])
    if "screw" not in bag:
        print("no screws")
    for key in bag:
        print(key)


main()
