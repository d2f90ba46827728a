import os

USE_MEMORY = os.environ.get("STORE", "memory") == "memory"

if USE_MEMORY:
    from stores import MemoryStore as Store
else:
    from stores import FileStore as Store


def remember(key, value):
    store = Store()
    store.put(key, value)
    return store.get(key)


print(remember("a", "1"))
