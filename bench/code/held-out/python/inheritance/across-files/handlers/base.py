class Base:
    def __init__(self):
        self.count = 0

    def handle(self, target):
        self.before(target)
        self.count += 1
        return self.process(target)

    def before(self, target):
        print("->", target)

    def process(self, target):
        return None
