class Signup:
    def __init__(self, mailer):
        self._mailer = mailer
        self._users = set()

    def register(self, address):
        if self._valid(address):
            self._users.add(address)
            self._mailer.send(address, "welcome")

    @staticmethod
    def _valid(address):
        return "@" in address
