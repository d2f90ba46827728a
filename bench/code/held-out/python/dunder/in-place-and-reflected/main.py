class Money:
    def __init__(self, cents):
        self.cents = cents

    def __radd__(self, other):
        return Money(self.cents + other)

    def __iadd__(self, other):
        self.cents += other.cents
        return self

    def __sub__(self, other):
        return Money(self.cents - other.cents)

    def __hash__(self):
        return hash(self.cents)

    def __eq__(self, other):
        return isinstance(other, Money) and self.cents == other.cents


def change(paid: Money, price: Money) -> Money:
    return paid - price


purse = Money(500)
purse += Money(250)
total = 100 + purse
print(total.cents, hash(total))
print(change(purse, Money(100)) == Money(650))
