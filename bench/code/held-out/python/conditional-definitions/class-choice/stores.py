class MemoryStore:
    def __init__(self):
        self.data = {}

    def put(self, key, value):
        self.data[key] = value

    def get(self, key):
        return self.data[key]


class FileStore:
    def __init__(self):
        self.path = "/tmp/store"

    def put(self, key, value):
        with open(self.path, "a") as out:
            out.write(f"{key}={value}\n")

    def get(self, key):
        return dict(self.pairs())[key]

    def pairs(self):
        return [line.strip().split("=") for line in open(self.path)]
