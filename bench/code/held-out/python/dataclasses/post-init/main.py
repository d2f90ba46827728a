from dataclasses import dataclass, field


@dataclass
class Email:
    raw: str
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.user, self.host = self.split()

    def split(self):
        return self.raw.split("@")

    @property
    def is_local(self):
        return self.host == "localhost"


def describe(mail: Email):
    where = "here" if mail.is_local else mail.host
    return f"{mail.user} at {where}"


print(describe(Email("ada@localhost")))
print(describe(Email("bob@example.org")))
