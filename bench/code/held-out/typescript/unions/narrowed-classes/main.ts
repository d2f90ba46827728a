class Card {
  constructor(readonly number: string) {}
  charge(cents: number): string {
    return `card ${this.number}: ${cents}`
  }
  expired(): boolean {
    return this.number.endsWith('0')
  }
}

class Cash {
  readonly currency = 'EUR'

  charge(cents: number): string {
    return `cash ${round(cents)}`
  }
}

type Payment = Card | Cash

const round = (cents: number): number => Math.round(cents / 5) * 5

function pay(payment: Payment, cents: number): string {
  if (payment instanceof Card && payment.expired()) {
    return 'expired'
  }
  return payment.charge(cents)
}

function isCash(payment: Payment): payment is Cash {
  return payment instanceof Cash
}

function receipt(payment: Payment): string {
  return isCash(payment) ? payment.charge(0) : payment.number
}

for (const p of [new Card('12'), new Card('10'), new Cash()]) {
  console.log(pay(p, 123), receipt(p))
}
