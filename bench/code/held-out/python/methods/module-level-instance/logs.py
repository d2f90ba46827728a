class Log:
    def __init__(self, name):
        self.name = name
        self.lines = []

    def _write(self, level, text):
        self.lines.append(f"{level} {self.name} {text}")

    def info(self, text):
        self._write("I", text)

    def warn(self, text):
        self._write("W", text)

    def flush(self):
        print(*self.lines, sep="\n")


log = Log("app")
audit = Log("audit")
