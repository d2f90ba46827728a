COMMANDS = {}


def command(name):
    def register(fn):
        COMMANDS[name] = fn
        return fn

    return register


def run(name, *args):
    handler = COMMANDS.get(name)
    if handler is None:
        return usage()
    return handler(*args)


def usage():
    return "commands: " + ", ".join(COMMANDS)
