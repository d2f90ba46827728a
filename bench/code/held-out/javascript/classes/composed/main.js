import { Player } from './player.js'
import { Deck } from './deck.js'

class Game {
  constructor(names) {
    this.deck = new Deck()
    this.players = names.map((name) => new Player(name))
  }

  deal() {
    for (const player of this.players) {
      player.take(this.deck.draw())
    }
    return this.best()
  }

  best() {
    return this.players.reduce((a, b) => (a.score() > b.score() ? a : b))
  }
}

const game = new Game(['ann', 'bob'])
console.log(game.deal().name, game.deck.left())
