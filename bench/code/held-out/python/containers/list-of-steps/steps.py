import re


def lower(text):
    return text.lower()


def strip_tags(text):
    return re.sub(r"<[^>]+>", "", text)


def shorten(text):
    return text[:6]


def stars(text):
    return f"** {text} **"
