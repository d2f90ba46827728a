from mailer import ConsoleMailer
from signup import Signup


def build():
    mailer = ConsoleMailer(prefix=">>")
    return Signup(mailer)


service = build()
service.register("ada@example.org")
