class Rectangle {
  #width
  #height

  constructor(width, height) {
    this.width = width
    this.#height = height
  }

  get width() {
    return this.#width
  }

  set width(value) {
    this.#width = checked(value)
  }

  get area() {
    return this.width * this.#height
  }

  static get unit() {
    return 'cm'
  }

  toString() {
    return `${this.area}${Rectangle.unit}²`
  }
}

function checked(value) {
  if (value < 0) throw new RangeError(`negative: ${value}`)
  return value
}

const r = new Rectangle(2, 3)
r.width = 4
console.log(r.area, r.toString())
console.log(String(r))
