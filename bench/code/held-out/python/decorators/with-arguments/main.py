from functools import wraps


def retry(times):
    def decorate(fn):
        @wraps(fn)
        def attempt(*args, **kwargs):
            for i in range(times):
                try:
                    return fn(*args, **kwargs)
                except OSError:
                    warn(i)
            return None

        return attempt

    return decorate


def warn(i):
    print("attempt", i, "failed")


calls = []


@retry(times=3)
def fetch(url):
    calls.append(url)
    if len(calls) < 2:
        raise OSError("down")
    return f"page of {url}"


def main():
    print(fetch("http://example.org"))


main()
