import re

TOKEN = re.compile(r"\s*(\d+|[-+*/()])")


def tokenize(text):
    return [m.group(1) for m in TOKEN.finditer(text)]
