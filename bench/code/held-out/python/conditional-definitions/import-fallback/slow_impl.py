def encode(text):
    return [shift(c, 1) for c in text]


def decode(codes):
    return "".join(shift(c, -1) for c in codes)


def shift(c, n):
    return chr(ord(c) + n)
