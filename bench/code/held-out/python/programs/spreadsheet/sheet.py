from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, singledispatchmethod
from typing import Callable, Iterator, Union

Value = Union[float, str]
Formula = Callable[["Sheet"], Value]


@dataclass
class Cell:
    name: str
    content: Value | Formula

    def value(self, sheet: Sheet) -> Value:
        if callable(self.content):
            return self.content(sheet)
        return self.content


class Sheet:
    def __init__(self):
        self._cells: dict[str, Cell] = {}

    def __setitem__(self, name: str, content) -> None:
        self._cells[name] = Cell(name, content)

    def __getitem__(self, name: str) -> Value:
        return self.cell(name).value(self)

    def __iter__(self) -> Iterator[Cell]:
        yield from self._cells.values()

    def cell(self, name: str) -> Cell:
        return self._cells.get(name) or Cell(name, 0)


def total(sheet: Sheet) -> float:
    return sum(sheet[name] for name in ("a1", "a2"))


class Printer:
    def __init__(self, sheet: Sheet):
        self.sheet = sheet

    @cached_property
    def width(self) -> int:
        return max(len(cell.name) for cell in self.sheet)

    def line(self, cell: Cell) -> str:
        return f"{cell.name:<{self.width}} {self.show(cell.value(self.sheet))}"

    @singledispatchmethod
    def show(self, value):
        return str(value)

    @show.register
    def show_number(self, value: float):
        return f"{value:.1f}"


sheet = Sheet()
sheet["a1"] = 1.5
sheet["a2"] = 2.0
sheet["sum"] = total
printer = Printer(sheet)
for cell in sheet:
    print(printer.line(cell))
print(sheet["b9"])
