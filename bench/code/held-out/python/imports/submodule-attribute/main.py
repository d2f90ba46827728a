import os.path
import tools.text.wrap
import tools.numbers as num


def main():
    # same names as in the standard library, other functions
    print(os.path.join("a", "b"))
    print(tools.text.wrap.join(["a", "b"]))
    print(num.clamp(12, 0, 10))
    print(tools.text.wrap.fold("some words here", 6))


if __name__ == "__main__":
    main()
