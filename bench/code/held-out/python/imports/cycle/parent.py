import child


def build(name, depth):
    node = {"name": name, "children": []}
    if depth > 0:
        node["children"].append(child.make(name + ".a", depth - 1))
    return node


def rename(node, name):
    node["name"] = name
    return node
