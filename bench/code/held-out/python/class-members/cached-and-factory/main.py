from functools import cached_property


class Document:
    count = 0

    def __init__(self, text):
        self.text = text
        Document._created()

    @classmethod
    def _created(cls):
        cls.count += 1

    @cached_property
    def words(self):
        return self._split(self.text)

    @staticmethod
    def _split(text):
        return text.lower().split()

    @classmethod
    def empty(cls):
        return cls("")


class Letter(Document):
    @classmethod
    def to(cls, name):
        return cls("Dear " + name)

    def greeting(self):
        return self.words[:2]


letter = Letter.to("Ada")
print(letter.greeting())
print(Letter.empty().words, Document.count)
