def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def depth(tree):
    """Depth of nested lists; a leaf has depth 0."""
    if not isinstance(tree, list):
        return 0
    return 1 + max((depth(child) for child in tree), default=0)


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


if __name__ == "__main__":
    print(is_even(10), factorial(5))
    print(depth([1, [2, [3]]]))
