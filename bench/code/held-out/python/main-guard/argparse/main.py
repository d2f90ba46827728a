import argparse


def build_parser():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command")
    add = commands.add_parser("add")
    add.add_argument("n", nargs="*", type=number)
    add.set_defaults(run=run_add)
    show = commands.add_parser("show")
    show.set_defaults(run=run_show)
    return parser


def number(text):
    return float(text)


def run_add(args):
    return sum(args.n)


def run_show(args):
    return "nothing"


def main(argv=None):
    args = build_parser().parse_args(argv)
    print(args.run(args))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(["add", "1", "2.5"]))
