class Clock:
    def now(self):
        return 1700000000


class Context:
    def __init__(self, clock):
        self.clock = clock


class Request:
    def __init__(self, context):
        self.context = context

    def stamp(self):
        return self.context.clock.now()


class Handler:
    def __init__(self):
        self.request = Request(Context(Clock()))

    def handle(self):
        ctx = self.request.context
        return ctx.clock.now() - self.request.stamp()


handler = Handler()
print(handler.handle())
print(handler.request.context.clock.now())
