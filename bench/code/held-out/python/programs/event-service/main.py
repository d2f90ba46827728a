import json

from service import events
from service.store import SqlStore, Store
from service.handlers import OrderHandlers


class Service:
    def __init__(self, store: Store):
        self.store = store
        self.bus = events.Bus()
        self.handlers = OrderHandlers(store)
        self.bus.subscribe("order", self.handlers.placed)
        self.bus.subscribe("cancel", self.handlers.cancelled)

    def receive(self, raw: str):
        event = parse(raw)
        with self.store:
            return self.bus.publish(event)


def parse(raw):
    data = json.loads(raw)
    return events.Event(data["kind"], data.get("id", 0))


service = Service(SqlStore())
print(service.receive('{"kind": "order", "id": 7}'))
print(service.receive('{"kind": "cancel", "id": 7}'))
