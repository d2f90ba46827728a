import parent


def make(name, depth):
    node = parent.build(name, depth)
    return parent.rename(node, name.upper())
