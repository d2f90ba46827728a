#!/usr/bin/env python3
"""wc, more or less."""
import io
import sys
from collections import Counter
from functools import reduce


def count_lines(text):
    return text.count("\n")


def count_words(text):
    return len(text.split())


def count_chars(text):
    return len(text)


COUNTERS = (("lines", count_lines), ("words", count_words), ("chars", count_chars))


def measure(text):
    return Counter({name: fn(text) for name, fn in COUNTERS})


def add(a, b):
    return a + b


def total(results):
    return reduce(add, results, Counter())


def show(counter, name, out=sys.stdout):
    cells = [f"{counter[key]:>6}" for key, _ in COUNTERS]
    print(*cells, name, file=out)


def run(files):
    results = []
    for name, handle in files:
        result = measure(handle.read())
        show(result, name)
        results.append(result)
    if len(results) > 1:
        show(total(results), "total")


if __name__ == "__main__":
    run([("a", io.StringIO("one two\n")), ("b", io.StringIO("x\ny\n"))])
