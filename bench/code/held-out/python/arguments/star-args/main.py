def apply(fn, *args, **kwargs):
    return fn(*args, **kwargs)


def area(w, h):
    return w * h


def label(text, *, upper=False):
    return loud(text) if upper else text


def loud(text):
    return text.upper()


def chain(value, *functions):
    for fn in functions:
        value = fn(value)
    return value


def exclaim(text):
    return text + "!"


print(apply(area, 2, 3))
print(apply(label, "x", upper=True))
print(chain("go", loud, exclaim))
