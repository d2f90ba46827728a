class Visitor:
    def __init__(self):
        self.path = []

    def enter(self, node):
        self.path.append(node.name)

    def leave(self, node):
        self.path.append("/" + node.name)
