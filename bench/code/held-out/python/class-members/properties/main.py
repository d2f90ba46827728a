class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    @property
    def area(self):
        return self.width * self.height

    @property
    def ratio(self):
        return self._divide(self.width, self.height)

    @staticmethod
    def _divide(a, b):
        return a / b

    def fits(self, other):
        return self.area <= other.area


def main():
    a = Rectangle(2, 3)
    b = Rectangle(4, 5)
    print(a.area, b.ratio)
    print(a.fits(b))


main()
