from connection import get_connection, reset


def query(sql):
    return get_connection().run(sql)


print(query("a"))
reset()
print(query("b"))
