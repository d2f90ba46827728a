from dataclasses import dataclass, field
from typing import Callable, NamedTuple


class Size(NamedTuple):
    w: int
    h: int

    def area(self):
        return self.w * self.h


@dataclass
class Base:
    name: str

    def title(self):
        return self.name.title()


@dataclass
class Rule(Base):
    check: Callable[[int], bool]
    size: Size = field(default_factory=lambda: Size(1, 1))

    def test(self, value):
        return self.title(), self.check(value), self.size.area()


def positive(n):
    return n > 0


def small(n):
    return n < 10


for rule in [Rule("positive", positive), Rule("small", small, Size(2, 2))]:
    print(rule.test(12))
