def start():
    return "start"


def middle(n):
    return f"middle {n}"


def end():
    return "end"


def steps():
    return start, middle, end


first, *rest = [start, end]
(a, b), c = (start, middle), end


def run():
    begin, work, finish = steps()
    return [begin(), work(1), finish()]


print(first())
print([fn() for fn in rest])
print(a(), b(2), c())
print(run())
