class Base:
    def setup(self):
        return ["base"]


class Left(Base):
    def setup(self):
        return ["left"] + super().setup()


class Right(Base):
    def setup(self):
        return ["right"] + super().setup()


class Bottom(Left, Right):
    def setup(self):
        return ["bottom"] + super().setup()


def show(steps):
    print(" > ".join(steps))


show(Bottom().setup())
print([c.__name__ for c in Bottom.__mro__])
