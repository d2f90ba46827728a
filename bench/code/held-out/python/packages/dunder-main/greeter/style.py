def decorate(text):
    return text + "!"


def underline(text):
    return "=" * len(text)
