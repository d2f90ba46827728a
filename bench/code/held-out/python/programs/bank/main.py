from contextlib import contextmanager
from decimal import Decimal
from typing import Iterator


class InsufficientFunds(Exception):
    pass


class Account:
    def __init__(self, name: str, opening: Decimal = Decimal(0)):
        self.name = name
        self._entries: list[Decimal] = [opening]

    @property
    def balance(self) -> Decimal:
        return sum(self._entries, Decimal(0))

    def post(self, amount: Decimal) -> None:
        if self.balance + amount < 0:
            raise InsufficientFunds(self.name)
        self._entries.append(amount)

    def rollback(self, size: int) -> None:
        del self._entries[size:]

    def __len__(self) -> int:
        return len(self._entries)


@contextmanager
def transaction(*accounts: Account) -> Iterator[None]:
    sizes = [len(account) for account in accounts]
    try:
        yield
    except InsufficientFunds:
        for account, size in zip(accounts, sizes):
            account.rollback(size)
        raise


def transfer(source: Account, target: Account, amount: Decimal) -> bool:
    try:
        with transaction(source, target):
            target.post(amount)
            source.post(-amount)
    except InsufficientFunds:
        return False
    return True


a, b = Account("a", Decimal(10)), Account("b")
print(transfer(a, b, Decimal(4)), transfer(a, b, Decimal(40)))
print(a.balance, b.balance)
