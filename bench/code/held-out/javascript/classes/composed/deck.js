export class Deck {
  constructor() {
    this.cards = shuffle([1, 2, 3, 4])
  }
  draw() {
    return this.cards.pop()
  }
  left() {
    return this.cards.length
  }
}

const shuffle = (cards) => [...cards].reverse()
