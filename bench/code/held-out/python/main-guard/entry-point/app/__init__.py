from .core import App

__all__ = ["App", "create"]


def create(name="app"):
    return App(name)
