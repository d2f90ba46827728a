class App:
    def __init__(self):
        self.routes = {}
        self.hooks = []

    def route(self, path):
        def decorator(view):
            self.routes[path] = view
            return view

        return decorator

    def before(self, hook):
        self.hooks.append(hook)
        return hook

    def dispatch(self, path):
        request = {"path": path}
        for hook in self.hooks:
            hook(request)
        view = self.routes.get(path, self.missing)
        return view(request)

    def missing(self, request):
        return "404 " + request["path"]
