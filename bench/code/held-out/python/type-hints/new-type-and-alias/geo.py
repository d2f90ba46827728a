class Point:
    def __init__(self, x: int):
        self.x = x

    def shifted(self, by: int) -> "Point":
        return Point(self.x + by)


class Area:
    def __init__(self, low: int, high: int):
        self.low, self.high = low, high

    def span(self) -> int:
        return self.high - self.low
