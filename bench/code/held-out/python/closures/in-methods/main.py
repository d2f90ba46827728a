class Parser:
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def parse(self):
        def number():
            start = self.pos
            while self.peek().isdigit():
                self.pos += 1
            return int(self.text[start : self.pos])

        def expression():
            value = number()
            while self.peek() == "+":
                self.pos += 1
                value += number()
            return value

        return expression()


print(Parser("1+22+3").parse())
