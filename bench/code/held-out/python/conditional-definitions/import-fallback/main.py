try:
    from fast_impl_that_is_absent import encode, decode
except ImportError:
    from slow_impl import encode, decode

try:
    import numpy_that_is_absent as np
except ImportError:
    np = None


def roundtrip(data):
    return decode(encode(data))


def mean(values):
    if np is not None:
        return np.mean(values)
    return plain_mean(values)


def plain_mean(values):
    return sum(values) / len(values)


print(roundtrip("abc"), mean([1, 2]))
