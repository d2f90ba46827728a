from functools import total_ordering


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = self._split(text)

    @staticmethod
    def _split(text):
        return tuple(int(p) for p in text.split("."))

    def __lt__(self, other):
        return self.parts < other.parts

    def __str__(self):
        return ".".join(map(str, self.parts))

    def __repr__(self):
        return f"Version({str(self)})"

    def __bool__(self):
        return any(self.parts)


old, new = Version("1.2"), Version("1.10")
print(old < new)
print(old >= new)
print(str(old), repr(new))
print(bool(old))
print(f"{new}")
