class Countdown:
    def __init__(self, start):
        self.n = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Deck:
    def __init__(self, cards):
        self.cards = cards

    def __iter__(self):
        for card in self.cards:
            yield self.show(card)

    def show(self, card):
        return f"[{card}]"


for n in Countdown(3):
    print(n)
deck = Deck("AK")
for card in deck:
    print(card)
print([c for c in deck])
