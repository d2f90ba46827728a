class Task:
    def __init__(self, name):
        self.name = name

    def run(self):
        return f"ran {self.name}"


def tasks():
    yield Task("wash")
    yield Task("dry")


def jobs():
    yield sweep
    yield mop


def sweep():
    return "swept"


def mop():
    return "mopped"


def accumulate():
    total = 0
    while True:
        value = yield total
        total += check(value)


def check(value):
    return max(0, value)


for task in tasks():
    print(task.run())
for job in jobs():
    print(job())
acc = accumulate()
next(acc)
print(acc.send(5), acc.send(-3))
