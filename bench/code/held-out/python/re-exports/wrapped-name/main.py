import compat
from compat import loads, text_type


def read(raw):
    data = loads(raw)
    return text_type(data)


value = read('{"a": 1}')
print(value.render())
print(compat.dumps({"a": 1}))
