from registry import command, run


@command("add")
def add_item(name):
    return f"added {name}"


@command("drop")
def drop_item(name):
    return f"dropped {name}"


def main():
    print(run("add", "pen"))
    print(run("drop", "pen"))
    # the name still is the plain function
    print(add_item("ink"))


main()
