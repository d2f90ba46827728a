def flatten(tree):
    out = []

    def visit(node):
        if isinstance(node, list):
            for child in node:
                visit(child)
        else:
            out.append(prepare(node))

    def count():
        return len(out)

    visit(tree)
    return out, count()


def prepare(node):
    def strip(text):
        return text.strip()

    return strip(str(node))


def count():
    return -1


print(flatten([1, [2, [" 3 "]]]))
print(count())
