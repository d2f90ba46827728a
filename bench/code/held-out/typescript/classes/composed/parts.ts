export class Engine {
  private running = 0
  constructor(readonly power: number) {}

  start(): void {
    this.running++
  }

  heat(): number {
    return this.running * this.power
  }
}

export class Gearbox {
  gear = 0

  shift(to: number): void {
    this.gear = to
  }
}
