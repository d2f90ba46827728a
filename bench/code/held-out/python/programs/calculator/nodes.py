import operator

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


class Node:
    def evaluate(self) -> float:
        raise NotImplementedError


class Number(Node):
    def __init__(self, text):
        self.value = float(text)

    def evaluate(self):
        return self.value


class Binary(Node):
    def __init__(self, op, left: Node, right: Node):
        self.op, self.left, self.right = op, left, right

    def evaluate(self):
        apply = OPERATORS[self.op]
        return apply(self.left.evaluate(), self.right.evaluate())
