from typing import NewType, Tuple

from geo import Area, Point

UserId = NewType("UserId", int)
Corner = Tuple[Point, Point]
Region = Area


def box(corner: Corner) -> Region:
    low, high = corner
    return Region(low.x, high.x)


def width(region: Region) -> int:
    return region.span()


def owner(user: UserId) -> str:
    return f"user {user}"


corner: Corner = (Point(1), Point(5))
print(width(box(corner)), owner(UserId(3)))
a, b = corner
print(a.shifted(2).x, b.shifted(1).x)
