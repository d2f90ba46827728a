from greeter import greet
from greeter.style import underline


def run(args):
    line = greet(*args)
    print(line)
    print(underline(line))


run(["Ada"])
