import { Engine, Gearbox } from './parts'

export class Car {
  readonly engine: Engine
  gearbox?: Gearbox

  constructor(power: number) {
    this.engine = new Engine(power)
  }

  fit(gearbox: Gearbox): void {
    this.gearbox = gearbox
  }

  drive(): string {
    this.engine.start()
    this.gearbox?.shift(1)
    return `gear ${this.gearbox?.gear ?? 'none'}`
  }
}

const car = new Car(90)
console.log(car.drive())
car.fit(new Gearbox())
console.log(car.drive(), car.engine.heat())
