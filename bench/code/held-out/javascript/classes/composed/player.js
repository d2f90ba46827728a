export class Player {
  constructor(name) {
    this.name = name
    this.hand = []
  }
  take(card) {
    this.hand.push(card)
  }
  score() {
    return this.hand.reduce((a, b) => a + b, 0)
  }
}
