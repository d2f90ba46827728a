class Store:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def save(self, row):
        raise NotImplementedError


class SqlStore(Store):
    def __init__(self):
        self.rows = []
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return super().__enter__()

    def __exit__(self, *exc):
        self.depth -= 1

    def save(self, row):
        self.rows.append(row)
        return len(self.rows)
