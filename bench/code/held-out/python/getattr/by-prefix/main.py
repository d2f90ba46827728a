class Interpreter:
    def __init__(self):
        self.stack = []

    def run(self, lines):
        for line in lines:
            name, *args = line.split()
            method = getattr(self, "op_" + name, self.unknown)
            method(*args)
        return self.stack

    def op_push(self, value):
        self.stack.append(int(value))

    def op_pop(self):
        return self.stack.pop()

    def op_show(self):
        print(self.top())

    def top(self):
        return self.stack[-1]

    def unknown(self, *args):
        print("unknown", args)


print(Interpreter().run(["push 3", "push 4", "show", "pop", "fly high"]))
