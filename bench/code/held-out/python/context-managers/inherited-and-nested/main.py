class Scope:
    depth = 0

    def __enter__(self):
        Scope.depth += 1
        self.opened()
        return self

    def __exit__(self, *_):
        Scope.depth -= 1
        self.closed()

    def opened(self):
        pass

    def closed(self):
        print("  " * Scope.depth + "end")


class Block(Scope):
    def __init__(self, name):
        self.name = name

    def opened(self):
        print("  " * Scope.depth + self.name)


class Table(Scope):
    def opened(self):
        print("  " * Scope.depth + "table")


with Block("outer"):
    with Table() as table:
        print(type(table).__name__)
