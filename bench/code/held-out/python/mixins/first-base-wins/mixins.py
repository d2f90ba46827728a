class Loud:
    def say(self, text):
        super().say(text.upper())


class Logged:
    def say(self, text):
        self.log.append(text)
        super().say(text)
