class Shape {
  constructor(protected readonly label: string) {}

  describe(): string {
    return this.label
  }

  toString(): string {
    return `<${this.describe()}>`
  }
}

class Disc extends Shape {
  constructor(readonly radius: number) {
    super('disc')
  }

  override describe(): string {
    return `${super.describe()} of ${this.radius}`
  }
}

class Ring extends Disc {
  constructor(outer: number, readonly inner: number) {
    super(outer)
  }

  override describe(): string {
    return `${super.describe()} without ${this.inner}`
  }
}

const ring = new Ring(3, 1)
console.log(ring.toString())
console.log(new Disc(2).toString())
console.log(ring.describe())
