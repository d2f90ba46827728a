class Button:
    def __init__(self, name, click, hover=None):
        self.name = name
        self.click = click
        self.hover = hover

    def press(self):
        return self.click(self.name)

    def enter(self):
        if self.hover:
            self.hover(self.name)
