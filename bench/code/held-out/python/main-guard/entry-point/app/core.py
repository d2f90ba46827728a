class App:
    def __init__(self, name):
        self.name = name

    def run(self):
        self._prepare()
        return 0

    def _prepare(self):
        print("preparing", self.name)
