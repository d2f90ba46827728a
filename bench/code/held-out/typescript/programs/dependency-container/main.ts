import { Container, token } from './container'

interface Clock {
  now(): number
}

class FixedClock implements Clock {
  constructor(private readonly time: number) {}
  now(): number {
    return this.time
  }
}

class Greeter {
  constructor(private readonly clock: Clock) {}

  greet(name: string): string {
    return `${this.part()}, ${name}`
  }

  private part(): string {
    return this.clock.now() < 12 ? 'Good morning' : 'Hello'
  }
}

const CLOCK = token<Clock>('clock')
const GREETER = token<Greeter>('greeter')

function provideClock(): Clock {
  return new FixedClock(9)
}

const container = new Container()
container.bind(CLOCK, provideClock)
container.bind(GREETER, (c) => new Greeter(c.get(CLOCK)))

const greeter = container.get(GREETER)
console.log(greeter.greet('Ada'), container.get(GREETER) === greeter)
