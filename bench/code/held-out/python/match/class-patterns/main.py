from dataclasses import dataclass


@dataclass
class Circle:
    r: float

    def area(self):
        return 3 * self.r * self.r


@dataclass
class Rect:
    w: float
    h: float

    def area(self):
        return self.w * self.h

    def is_square(self):
        return self.w == self.h


def describe(shape):
    match shape:
        case Circle(r=0):
            return point()
        case Circle() as c:
            return f"circle {c.area()}"
        case Rect() as rect if rect.is_square():
            return f"square {rect.area()}"
        case Rect(w, h):
            return f"rect {w}x{h}: {shape.area()}"


def point():
    return "point"


for s in [Circle(0), Circle(2), Rect(2, 2), Rect(1, 2)]:
    print(describe(s))
