def area(w, h):
    return w * h


print(area(2, 3))


def area(w, h, scale=1):
    return base(w, h) * scale


def base(w, h):
    return w * h


def report():
    return area(2, 3, scale=2)


print(area(4, 5), report())
