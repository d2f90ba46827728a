def load(raw):
    return {key: _coerce(value) for key, value in raw.items()}


def _coerce(value):
    return int(value) if isinstance(value, bool) else value
