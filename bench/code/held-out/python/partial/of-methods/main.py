from functools import partial, partialmethod


class Lamp:
    def __init__(self):
        self.state = "off"

    def set_state(self, state):
        self.state = state
        return self

    turn_on = partialmethod(set_state, "on")
    turn_off = partialmethod(set_state, "off")


def main():
    lamp = Lamp()
    lamp.turn_on()
    print(lamp.state)
    dim = partial(lamp.set_state, "dim")
    dim()
    print(lamp.state)
    make = partial(Lamp)
    print(make().state)


main()
