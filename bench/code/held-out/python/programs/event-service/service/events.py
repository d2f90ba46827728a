from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    kind: str
    id: int


class Bus:
    def __init__(self):
        self._subscribers = defaultdict(list)

    def subscribe(self, kind, fn):
        self._subscribers[kind].append(fn)

    def publish(self, event: Event):
        return [fn(event) for fn in self._subscribers[event.kind]]
