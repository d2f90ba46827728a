from .store import Store


class OrderHandlers:
    def __init__(self, store: Store):
        self._store = store

    def placed(self, event):
        return self._store.save(("placed", event.id))

    def cancelled(self, event):
        return self._store.save(("cancelled", event.id))
