from nodes import Binary, Number


class Parser:
    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0

    def parse(self):
        return self._binary(0)

    def _binary(self, level):
        levels = ["+-", "*/"]
        if level == len(levels):
            return self._atom()
        node = self._binary(level + 1)
        while self._peek() and self._peek() in levels[level]:
            node = Binary(self._next(), node, self._binary(level + 1))
        return node

    def _atom(self):
        token = self._next()
        if token == "(":
            node = self._binary(0)
            self._next()
            return node
        return Number(token)

    def _peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _next(self):
        self.at += 1
        return self.tokens[self.at - 1]
