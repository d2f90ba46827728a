import sys


def has_digit(text):
    return any(c.isdigit() for c in text)


def is_long(text):
    return len(text) >= 8


def strength(text):
    if has_digit(text) and is_long(text):
        return "strong"
    elif is_long(text):
        return "medium"
    return "weak"


def ask(candidates):
    i = 0
    while i < len(candidates) and strength(candidates[i]) != "strong":
        report(candidates[i])
        i += 1
    return candidates[i] if i < len(candidates) else fallback()


def report(text):
    sys.stdout.write(f"{text} is too weak\n")


def fallback():
    return "changeme123"


assert is_long(fallback()), "fallback must be long"
print(ask(["abc", "abcdefgh", "abcdefgh1"]))
