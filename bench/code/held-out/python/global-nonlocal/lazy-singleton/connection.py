_connection = None


class Connection:
    opened = 0

    def __init__(self):
        Connection.opened += 1

    def run(self, sql):
        return f"{self.opened}:{sql}"

    def close(self):
        print("closed")


def get_connection():
    global _connection
    if _connection is None:
        _connection = Connection()
    return _connection


def reset():
    global _connection
    if _connection:
        _connection.close()
    _connection = None
