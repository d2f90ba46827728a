class ParseError(ValueError):
    pass


def parse(text):
    try:
        value = convert(text)
    except ValueError as cause:
        raise ParseError(text) from cause
    else:
        record(text)
        return value
    finally:
        release()


def convert(text):
    return int(text)


def record(text):
    print("parsed", text)


def release():
    print("released")


def main():
    print(parse("12"))
    try:
        parse("zwölf")
    except ParseError:
        print("not a number")


main()
