import re
from functools import reduce


def square(x):
    return x * x


def is_odd(x):
    return x % 2 == 1


def by_last(word):
    return word[-1]


def merge(a, b):
    return a + b


def shout(match):
    return match.group(0).upper()


numbers = [1, 2, 3, 4]
print(list(map(square, numbers)))
print(list(filter(is_odd, numbers)))
print(sorted(["pear", "fig", "plum"], key=by_last))
print(max("banana", "apple", key=by_last))
print(reduce(merge, numbers, 0))
print(re.sub(r"\b\w", shout, "some words"))
