class Temperature {
  #celsius = 0

  get celsius(): number {
    return this.#celsius
  }

  set celsius(value: number) {
    this.#celsius = this.#clamp(value)
  }

  get fahrenheit(): number {
    return toFahrenheit(this.celsius)
  }

  #clamp(value: number): number {
    return Math.max(value, -273)
  }
}

function toFahrenheit(c: number): number {
  return c * 1.8 + 32
}

const t = new Temperature()
t.celsius = -300
console.log(t.celsius, t.fahrenheit)
