DEFAULT = "world"


def greet(name=DEFAULT):
    from greeter.style import decorate

    return decorate(f"Hello, {name}")
