def evaluate(node):
    match node:
        case int() | float():
            return node
        case ("neg", inner):
            return -evaluate(inner)
        case (op, left, right):
            return binary(op)(evaluate(left), evaluate(right))
        case {"let": value, "in": body}:
            return evaluate(body(evaluate(value)))
    raise TypeError(node)


def binary(op):
    match op:
        case "+":
            return add
        case "*":
            return multiply
    raise KeyError(op)


def add(a, b):
    return a + b


def multiply(a, b):
    return a * b


print(evaluate(("+", 2, ("*", 3, ("neg", 4)))))
print(evaluate({"let": ("+", 1, 1), "in": lambda x: ("*", x, x)}))
