from functools import partial


def scale(factor, offset, x):
    return factor * x + offset


def convert(fn, values):
    return [fn(v) for v in values]


def trim(width, text):
    return text[:width]


twice = partial(scale, 2)
twice_plus_one = partial(twice, 1)

print(convert(twice_plus_one, [1, 2]))
print(list(map(partial(trim, 3), ["abcdef", "xyz1"])))
print(partial(trim, 1)("hello"))
