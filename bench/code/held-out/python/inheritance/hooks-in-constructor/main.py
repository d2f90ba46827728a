class Plugin:
    priority = 0

    def __init__(self, host):
        self.host = host
        self.setup()
        host.attach(self)

    def setup(self):
        pass

    def lines(self):
        return []


class Clock(Plugin):
    def setup(self):
        self.time = "12:00"

    def lines(self):
        return [self.time]


class Weather(Plugin):
    priority = 1

    def setup(self):
        self.temperature = measure()

    def lines(self):
        base = super().lines()
        return base + [f"{self.temperature}°"]


def measure():
    return 21


class Host:
    def __init__(self):
        self.plugins = []

    def attach(self, plugin: Plugin):
        self.plugins.append(plugin)
        self.plugins.sort(key=by_priority)

    def show(self):
        for plugin in self.plugins:
            print(*plugin.lines())


def by_priority(plugin):
    return -plugin.priority


host = Host()
for cls in (Clock, Weather):
    cls(host)
host.show()
