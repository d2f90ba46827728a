from . import loader
from .loader import load as _load

_current = _load({"debug": False, "port": 80})


def get(name):
    return _current[name]


def reload():
    global _current
    _current = loader.load(_current)
    return _current
