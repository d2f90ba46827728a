import state


def bump():
    state.counter.add(1)
    return state.counter.value


def replace():
    state.counter = state.Counter(10)


bump()
print(bump())
replace()
print(bump())
state.counter.show()
