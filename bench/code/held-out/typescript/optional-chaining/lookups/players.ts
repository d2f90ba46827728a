export class Score {
  private points: number[] = []

  add(n: number): this {
    this.points.push(n)
    return this
  }

  total(): number {
    return this.points.reduce((a, b) => a + b, 0)
  }
}

export class Player {
  readonly score: Score

  constructor(readonly name: string) {
    this.score = new Score()
  }

  rank() {
    return { label: this.score.total() > 10 ? 'high' : 'low' }
  }
}

const players = [new Player('ada')]

export function findPlayer(name: string): Player | undefined {
  return players.find((p) => p.name === name)
}
