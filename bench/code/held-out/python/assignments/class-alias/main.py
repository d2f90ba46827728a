class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees

    def show(self):
        return f"{self.degrees}°C"


class Fahrenheit:
    def __init__(self, degrees):
        self.degrees = degrees

    def show(self):
        return f"{self.degrees}°F"


Default = Celsius
Unit = Fahrenheit


def reading(value):
    sensor = Default(value)
    return sensor.show()


def american(value):
    cls = Unit
    obj = cls(value * 9 / 5 + 32)
    same = obj
    return same.show()


print(reading(20), american(20))
