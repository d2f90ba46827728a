class Plugin:
    def setup(self):
        return "ready"


class LoudPlugin(Plugin):
    def teardown(self):
        return "bye!"


def shut_down(plugin):
    hook = getattr(plugin, "teardown", None)
    if hook is not None:
        return hook()
    return "quiet"


def start(plugin):
    if hasattr(plugin, "setup"):
        return plugin.setup()
    return None


for plugin in (Plugin(), LoudPlugin()):
    print(start(plugin), shut_down(plugin))
