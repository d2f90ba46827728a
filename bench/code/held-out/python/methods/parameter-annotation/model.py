class Line:
    def __init__(self, name: str, n: int, price: int):
        self.name, self.n, self.price = name, n, price

    def amount(self) -> int:
        return self.n * self.price


class Invoice:
    def __init__(self):
        self.lines: list[Line] = []

    def add(self, line: Line):
        self.lines.append(line)

    def total(self) -> int:
        return sum(line.amount() for line in self.lines)
