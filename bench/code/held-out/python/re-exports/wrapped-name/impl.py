import json


class Text:
    def __init__(self, data):
        self.data = data

    def render(self):
        return tidy_dumps(self.data)


def safe_loads(raw):
    try:
        return json.loads(raw)
    except ValueError:
        return None


def tidy_dumps(data):
    return json.dumps(data, sort_keys=True)
