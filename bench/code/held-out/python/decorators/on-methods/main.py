import functools


def logged(method):
    @functools.wraps(method)
    def inner(self, *args):
        self.trace(method.__name__)
        return method(self, *args)

    return inner


def singleton(cls):
    instances = {}

    def get():
        if cls not in instances:
            instances[cls] = cls()
        return instances[cls]

    return get


@singleton
class Service:
    def __init__(self):
        self.events = []

    def trace(self, name):
        self.events.append(name)

    @logged
    def start(self):
        return "started"

    @logged
    def stop(self, reason):
        return "stopped: " + reason


service = Service()
print(service.start())
print(service.stop("done"))
print(service.events)
