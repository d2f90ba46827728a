class Lazy:
    def __init__(self, compute):
        self._compute = compute
        self._done = False

    def get(self):
        if not self._done:
            self.value = self._compute()
            self._done = True
        return self.value


def read_file():
    return "contents"


def expensive(n):
    return n**3


def build(n):
    direct = Lazy(read_file)
    wrapped = Lazy(lambda: expensive(n))
    return direct.get(), wrapped.get()


print(build(3))
