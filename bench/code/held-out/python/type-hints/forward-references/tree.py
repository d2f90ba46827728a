from __future__ import annotations


class Node:
    def __init__(self, name: str, parent: Node | None = None):
        self.name = name
        self.parent = parent
        self.children: list[Node] = []

    def add(self, child: Node) -> Node:
        child.parent = self
        self.children.append(child)
        return self

    def find(self, name: str) -> Node:
        return next(c for c in self.children if c.name == name)

    def path(self) -> str:
        return self.parent.path() + "/" + self.name if self.parent else self.name
