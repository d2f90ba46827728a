from typing import Callable, Generic, Type, TypeVar

T = TypeVar("T")


class Box(Generic[T]):
    def __init__(self, value: T):
        self._value = value

    def get(self) -> T:
        return self._value

    def map(self, fn: Callable[[T], T]) -> "Box[T]":
        return Box(fn(self._value))


class Gem:
    def shine(self) -> str:
        return "*"


def polish(gem: Gem) -> Gem:
    return gem


def first(values: list[T]) -> T:
    return values[0]


def create(cls: Type[T]) -> T:
    return cls()


box: Box[Gem] = Box(Gem())
print(box.get().shine())
print(box.map(polish).get().shine())
print(first([Gem()]).shine())
print(create(Gem).shine())
