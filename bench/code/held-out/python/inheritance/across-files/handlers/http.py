from . import base


class HttpHandler(base.Base):
    def handle(self, target):
        if not target.startswith("http"):
            return None
        return base.Base.handle(self, target)

    def process(self, target):
        return target.split("//")[1]
