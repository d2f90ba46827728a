from util import clean, total as sum


def max(values):
    best = values[0]
    for v in values:
        best = larger(best, v)
    return best


def larger(a, b):
    return a if a > b else b


def local(values):
    def clean(text):
        return text

    return [clean(v) for v in values]


def outer(text):
    return clean(text)


def parameter(clean, text):
    return clean(text)


def larger_word(text):
    return text * 2


print(max([1, 3]), sum([1, 2]))
print(local([" a"]), outer(" a"), parameter(larger_word, "a"))
print(min([3, 4]))
