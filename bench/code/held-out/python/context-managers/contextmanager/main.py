from contextlib import contextmanager, closing, suppress


class Connection:
    def __init__(self, name):
        self.name = name

    def query(self, sql):
        return f"{self.name}: {sql}"

    def close(self):
        print("closed", self.name)


@contextmanager
def connection(name):
    conn = Connection(name)
    try:
        yield conn
    finally:
        conn.close()


def fetch(name, sql):
    with connection(name) as conn:
        return conn.query(sql)


print(fetch("main", "select 1"))
with suppress(KeyError):
    print(fetch("other", "select 2"))
