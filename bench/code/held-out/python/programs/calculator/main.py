from lexer import tokenize
from parser import Parser
from nodes import Node


def calculate(text: str) -> float:
    tree: Node = Parser(tokenize(text)).parse()
    return tree.evaluate()


if __name__ == "__main__":
    for line in ["1 + 2 * 3", "(1 + 2) * 3"]:
        print(line, "=", calculate(line))
