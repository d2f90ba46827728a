from typing import Protocol


class Store(Protocol):
    def get(self, key: str) -> str: ...

    def put(self, key: str, value: str) -> None: ...


class MemoryStore:
    def __init__(self):
        self.data = {}

    def get(self, key):
        return self.data[key]

    def put(self, key, value):
        self.data[key] = value


class EchoStore:
    def get(self, key):
        return key

    def put(self, key, value):
        pass


def roundtrip(store: Store) -> str:
    store.put("a", "1")
    return store.get("a")


print(roundtrip(MemoryStore()))
print(roundtrip(EchoStore()))
