class Writer:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def result(self):
        return "".join(self.parts)


class LineWriter(Writer):
    def write(self, text):
        super().write(text + "\n")


class NumberedWriter(LineWriter):
    n = 0

    def write(self, text):
        self.n += 1
        super().write(f"{self.n}: {text}")

    def result(self):
        return "# start\n" + super(NumberedWriter, self).result()


w = NumberedWriter()
w.write("one")
w.write("two")
print(w.result())
