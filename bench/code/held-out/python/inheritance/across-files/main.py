from handlers.file import FileHandler
from handlers import http


def run():
    f = FileHandler()
    f.handle("/etc/hosts")
    h = http.HttpHandler()
    h.handle("http://example.org")


run()
