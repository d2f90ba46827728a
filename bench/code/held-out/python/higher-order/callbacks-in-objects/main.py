from button import Button

clicks = []


def on_click(name):
    clicks.append(name)
    return len(clicks)


def on_hover(name):
    print("over", name)


class Panel:
    def __init__(self):
        self.open = False
        self.button = Button("toggle", self.toggle)

    def toggle(self, name):
        self.open = not self.open


ok = Button("ok", on_click, hover=on_hover)
ok.press()
ok.enter()
panel = Panel()
panel.button.press()
print(clicks, panel.open)
