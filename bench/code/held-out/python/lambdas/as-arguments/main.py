def distance(a, b):
    return abs(a - b)


def nearest(points, target):
    return min(points, key=lambda p: distance(p, target))


def update(items, change):
    return [change(item) for item in items]


def tax(x):
    return x * 1.25


def main():
    print(nearest([1, 5, 9], 6))
    print(update([4, 8], lambda x: tax(x) + 1))
    names = sorted(["b", "a"], key=lambda n: rank(n))
    print(names)


def rank(name):
    return {"a": 2, "b": 1}[name]


main()
