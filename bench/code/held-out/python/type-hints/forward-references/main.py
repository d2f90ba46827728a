from __future__ import annotations

from typing import TYPE_CHECKING

from tree import Node

if TYPE_CHECKING:
    from visitor import Visitor


def walk(node: Node, visitor: Visitor) -> None:
    visitor.enter(node)
    for child in node.children:
        walk(child, visitor)
    visitor.leave(node)


def main():
    import visitor

    root = Node("a").add(Node("b")).add(Node("c"))
    v = visitor.Visitor()
    walk(root, v)
    print(v.path, root.find("c").path())


main()
