class Counter:
    def __init__(self, start=0):
        self.value = start

    def add(self, n):
        self.value += n

    def show(self):
        print(self.value)


counter = Counter()
