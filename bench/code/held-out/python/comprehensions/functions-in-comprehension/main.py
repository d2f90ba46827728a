def lower(s):
    return s.lower()


def reverse(s):
    return s[::-1]


def digits(s):
    return "".join(c for c in s if is_digit(c))


def is_digit(c):
    return c in "0123456789"


def every(s):
    return [f(s) for f in (lower, reverse, digits)]


def named(s):
    table = {f.__name__: f for f in (lower, reverse)}
    return {name: f(s) for name, f in table.items()}


print(every("Ab1"))
print(named("Cd"))
print([[lower(x) for x in row] for row in [["A"], ["B"]]])
