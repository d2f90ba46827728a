def configure(**options):
    settings = {"sep": comma, "quote": single}
    settings.update(options)
    return settings


def comma():
    return ","


def tab():
    return "\t"


def single(text):
    return f"'{text}'"


def double(text):
    return f'"{text}"'


def write(row, settings):
    sep = settings["sep"]
    quote = settings["quote"]
    return sep().join(quote(cell) for cell in row)


def main():
    print(write(["a", "b"], configure()))
    print(write(["a", "b"], configure(sep=tab, quote=double)))


main()
