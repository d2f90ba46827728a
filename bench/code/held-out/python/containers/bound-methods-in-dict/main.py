class Terminal:
    def __init__(self):
        self.lines = []
        self.actions = {
            "print": self.do_print,
            "clear": self.do_clear,
            "quit": bye,
        }

    def do_print(self, text):
        self.lines.append(text)
        return text

    def do_clear(self, _):
        self.lines.clear()
        return ""

    def execute(self, line):
        name, _, rest = line.partition(" ")
        action = self.actions.get(name)
        if action:
            return action(rest)
        return self.unknown(name)

    def unknown(self, name):
        return f"{name}?"


def bye(_):
    return "bye"


t = Terminal()
for line in ["print hi", "dance", "clear", "quit"]:
    print(t.execute(line))
