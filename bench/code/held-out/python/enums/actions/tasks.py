def publish(title):
    return _say("published", title)


def reject(title):
    return _say("rejected", title)


def archive(title):
    return _say("archived", title)


def _say(what, title):
    return f"{title} {what}"
