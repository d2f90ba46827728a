class Speaker:
    def __init__(self):
        self.log = []

    def say(self, text):
        print(text)
