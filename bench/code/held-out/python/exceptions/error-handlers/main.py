class Retry(Exception):
    def __init__(self, after):
        self.after = after

    def __str__(self):
        return f"retry in {self.after}s"


class Stop(Exception):
    pass


def on_retry(error):
    return str(error)


def on_stop(error):
    return "stopped"


HANDLERS = {Retry: on_retry, Stop: on_stop}


def guarded(action, *args):
    try:
        return action(*args)
    except (Retry, Stop) as error:
        return HANDLERS[type(error)](error)


def poll(n):
    if n > 1:
        raise Retry(after=n)
    return "ok"


def quit_now():
    raise Stop


print(guarded(poll, 1), guarded(poll, 5), guarded(quit_now))
