import sys

from . import create


def main():
    return create("demo").run()


if __name__ == "__main__":
    sys.exit(main())
