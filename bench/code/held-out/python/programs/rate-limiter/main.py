import functools
import threading


class Clock:
    def __init__(self):
        self._now = 0

    def __call__(self):
        return self._now

    def advance(self, seconds):
        self._now += seconds


class LimitExceeded(RuntimeError):
    pass


class RateLimiter:
    def __init__(self, calls, per, clock):
        self.calls = calls
        self.per = per
        self.clock = clock
        self._times = []
        self._lock = threading.Lock()

    def _forget_old(self):
        limit = self.clock() - self.per
        self._times = [t for t in self._times if t > limit]

    def acquire(self):
        with self._lock:
            self._forget_old()
            if len(self._times) >= self.calls:
                raise LimitExceeded(f"{self.calls} calls in {self.per}s")
            self._times.append(self.clock())

    def __call__(self, fn):
        @functools.wraps(fn)
        def limited(*args, **kwargs):
            self.acquire()
            return fn(*args, **kwargs)

        return limited


clock = Clock()


@RateLimiter(2, per=10, clock=clock)
def search(term):
    return term.upper()


def attempt(term):
    try:
        return search(term)
    except LimitExceeded as error:
        return f"limited: {error}"


print([attempt(t) for t in "abc"])
clock.advance(11)
print(attempt("d"))
