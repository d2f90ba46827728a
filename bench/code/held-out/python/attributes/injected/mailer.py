class ConsoleMailer:
    def __init__(self, prefix=""):
        self.prefix = prefix

    def send(self, to, body):
        print(self.prefix, to, body)
